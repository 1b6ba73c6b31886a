package legalref

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	assets "iucomstudien/assets/legalref"
)

// inOrder gives the language with which the examples of a legal order are read.
func inOrder(jur string) string {
	switch jur {
	case "AT", "DE":
		return "de-" + jur
	case "PL":
		return "pl"
	case "EU", "INT":
		return "de-AT"
	}
	return "en"
}

func rowsOf(t *testing.T, name string) []row {
	t.Helper()
	rows, err := readTable(assets.Tables, name)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// one reads text and gives its only hit; the example must be read from its first to its last sign.
func one(t *testing.T, r *Reader, text, lang string) Hit {
	t.Helper()
	hits := r.Find(text, lang)
	if len(hits) != 1 || hits[0].Text != text {
		t.Errorf("example %q: got %v, want one hit on the whole", text, brief(hits))
		return Hit{}
	}
	return hits[0]
}

func brief(hits []Hit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, string(h.Kind)+" "+h.Text+" = "+h.Norm)
	}
	return out
}

func TestEveryActReadsItsExampleAndNotItsCounterExample(t *testing.T) {
	r := newReader(t)
	for _, row := range rowsOf(t, "acts") {
		want := row["jur"] + ":" + row["id"]
		h := one(t, r, row["example"], inOrder(row["jur"]))
		if !strings.HasPrefix(h.Norm+":", want+":") {
			t.Errorf("act %s: %q is read as %q", want, row["example"], h.Norm)
		}
		for _, h := range r.Find(row["counter"], inOrder(row["jur"])) {
			if strings.HasPrefix(h.Norm+":", want+":") {
				t.Errorf("act %s: counter-example %q is read as %q", want, row["counter"], h.Norm)
			}
		}
	}
}

// TestActsOfTheReferenceAreKnown reads every alias of the reference table behind a provision and, where the labelling
// guide has it so, alone.
func TestActsOfTheReferenceAreKnown(t *testing.T) {
	r := newReader(t)
	b, err := os.ReadFile(filepath.Join("testdata", "acts.json"))
	if err != nil {
		t.Fatal(err)
	}
	var acts []struct {
		ID, Jurisdiction, Unit string
		Aliases                []string
	}
	if err := json.Unmarshal(b, &acts); err != nil {
		t.Fatal(err)
	}
	for _, a := range acts {
		for _, alias := range a.Aliases {
			text := a.Unit + " 3 " + alias
			hits := r.Find(text, inOrder(a.Jurisdiction))
			if len(hits) != 1 || !strings.HasPrefix(hits[0].Norm, a.ID+":") || hits[0].Text != text {
				t.Errorf("%s: %q is read as %v", a.ID, text, brief(hits))
			}
			if strings.Contains(alias, " ") && !strings.ContainsAny(alias, "0123456789") || len(alias) > 12 || strings.HasSuffix(strings.ToLower(alias), "gesetz") {
				continue
			}
			if hits := r.Find("So "+alias+".", inOrder(a.Jurisdiction)); len(hits) != 1 || hits[0].Kind != Act || hits[0].Norm != a.ID {
				t.Errorf("%s: %q alone is read as %v", a.ID, alias, brief(hits))
			}
		}
	}
}

// TestEveryAliasIsReadAsItsAct puts each abbreviation and name behind a provision.
func TestEveryAliasIsReadAsItsAct(t *testing.T) {
	r := newReader(t)
	for _, row := range rowsOf(t, "acts") {
		for _, alias := range append(row.list("short"), row.list("name")...) {
			alias = strings.ReplaceAll(alias, "~", "")
			text := map[string]string{"§": "§ 3 ", "Art": "Art. 3 "}[row["unit"]] + alias
			hits := r.Find(text, inOrder(row["jur"]))
			if len(hits) != 1 || !strings.HasPrefix(hits[0].Norm+":", row["jur"]+":"+row["id"]+":") {
				t.Errorf("%s:%s: %q is read as %v", row["jur"], row["id"], text, brief(hits))
			}
		}
	}
}

func TestEveryRegisterCourtAndJournalReadsItsExample(t *testing.T) {
	r := newReader(t)
	for _, table := range []string{"registers", "courts", "journals"} {
		for _, row := range rowsOf(t, table) {
			h := one(t, r, row["example"], inOrder(row["jur"]))
			kind, id := Decision, row["id"]
			switch table {
			case "registers":
				kind, id = Kind(row["kind"]), row["court"]
			case "journals":
				kind = Kind(row["kind"])
			}
			want := row["jur"] + ":"
			if id != "*" && id != "=" && id != "RG" {
				want += id
			}
			if h.Norm != "" && id != "RG" && (h.Kind != kind || !strings.HasPrefix(h.Norm, want)) {
				t.Errorf("%s %s: %q is read as %s %q, want %s %s…", table, id, row["example"], h.Kind, h.Norm, kind, want)
			}
			if !h.WellFormed && h.Norm != "" && h.Reason != "unknown-register" && h.Reason != "check-letter-missing" {
				t.Errorf("%s %s: example %q is not well formed: %s", table, id, row["example"], h.Reason)
			}
			for _, h := range r.Find(row["counter"], inOrder(row["jur"])) {
				if slices.Contains([]Kind{Decision, Reporter, Gazette}, h.Kind) {
					t.Errorf("%s %s: counter-example %q is read as %s %q", table, id, row["counter"], h.Kind, h.Norm)
				}
			}
		}
	}
}

func TestEveryShapeReadsItsExampleAndNotItsCounterExample(t *testing.T) {
	r := newReader(t)
	used := func(text, shape string) bool {
		for _, lang := range []string{"de-AT", "de-DE", "pl", "en"} {
			for _, h := range r.scan(text, lang, false).hits {
				if h.shape != nil && h.shape.name == shape {
					return true
				}
			}
		}
		return false
	}
	for _, row := range rowsOf(t, "shapes") {
		if !used(row["example"], row["name"]) {
			t.Errorf("shape %s does not read %q: %v", row["name"], row["example"], brief(r.Find(row["example"], "de")))
		}
		if used(row["counter"], row["name"]) {
			t.Errorf("shape %s reads its counter-example %q", row["name"], row["counter"])
		}
	}
}

func TestEveryCELEXSectorKnowsItsTypes(t *testing.T) {
	r := newReader(t)
	for _, row := range rowsOf(t, "celex") {
		if h := one(t, r, row["example"], "en"); !h.WellFormed {
			t.Errorf("sector %s: %q is not well formed: %s", row["sector"], row["example"], h.Reason)
		}
		if h := one(t, r, row["counter"], "en"); h.WellFormed {
			t.Errorf("sector %s: %q is well formed", row["sector"], row["counter"])
		}
	}
}

// TestEveryUnitIsReadBelowAProvision puts each unit under an act of each legal order.
func TestEveryUnitIsReadBelowAProvision(t *testing.T) {
	r := newReader(t)
	for _, row := range rowsOf(t, "units") {
		value := "2"
		if row["eu"] == "lit" || row["eu"] == "dlit" {
			value = "b"
		}
		for _, p := range row.list("phrases") {
			for _, c := range []struct{ column, lang, text, norm string }{
				{"at", "de", "§ 3 " + p + " " + value + " ABGB", "AT:ABGB:§3:"},
				{"de", "de", "§ 3 " + p + " " + value + " BGB", "DE:BGB:§3:"},
				{"eu", "en", "Article 3 " + p + " " + value + " GDPR", "EU:32016R0679:Art3:"},
				{"pl", "pl", "art. 3 " + p + " " + value + " k.c.", "PL:KC:Art3:"},
			} {
				if h := one(t, r, c.text, c.lang); h.Norm != c.norm+row[c.column]+value {
					t.Errorf("unit %q: %q is read as %q", p, c.text, h.Norm)
				}
			}
		}
	}
}

// frames hold a phrase of each class of the table words; %s is the phrase.
var frames = map[string]struct {
	text string
	kind Kind
}{
	"currency": {"100 %", Amount}, "percent": {"100 %", Percent}, "period": {"3 %", Duration}, "month": {"7. % 2026", Date},
	"backref": {"%", Backref}, "pinpoint": {"% 12", Pinpoint}, "sign": {"% 12", Provision}, "scale": {"2 % EUR", Amount},
}

func TestEveryWordOfTheGrammarIsReadInItsFrame(t *testing.T) {
	r := newReader(t)
	for _, row := range rowsOf(t, "words") {
		frame, ok := frames[row["class"]]
		if !ok {
			continue
		}
		for _, p := range row.list("phrases") {
			lang := "de"
			if row["class"] == "scale" || row["id"] == "section" || row["id"] == "s" || strings.HasPrefix(p, "paragraph") {
				lang = "en"
			}
			if row["id"] == "s" {
				frame.text = "% 12 of the Sale of Goods Act 1979"
			}
			if row["id"] == "Anh" {
				frame.text = "% 12 KI-VO"
			}
			text := strings.Replace(frame.text, "%", strings.ReplaceAll(p, "~", ""), 1)
			hits := r.Find(text, lang)
			if len(hits) != 1 || hits[0].Kind != frame.kind {
				t.Errorf("%s %q: %q is read as %v", row["class"], p, text, brief(hits))
			}
		}
	}
}
