package normalise

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/legalref"
	"iucomstudien/internal/study"
)

// sentencesOfSubstance are sentences with citations and figures, as written and as they must come out.
var sentencesOfSubstance = []struct{ raw, plain string }{
	{"Der Anspruch verjährt nach § 1489 ABGB in drei Jahren.", "Der Anspruch verjährt nach § 1489 ABGB in drei Jahren."},
	{"Die Kaution von 2.400 Euro ist binnen 14 Tagen zurückzustellen.", "Die Kaution von 2.400 Euro ist binnen 14 Tagen zurückzustellen."},
	{"Vgl OGH 4 Ob 112/20d und BGHZ 201, 101 Rz [7].", "Vgl OGH 4 Ob 112/20d und BGHZ 201, 101 Rz [7]."},
	{"Koziol/Welser, Bürgerliches Recht II¹⁴ (2015) 318–320.", "Koziol/Welser, Bürgerliches Recht II¹⁴ (2015) 318-320."},
	{"Die Klägerin K***** GmbH schuldet 2 * 3 Lieferungen.", "Die Klägerin K***** GmbH schuldet 2 * 3 Lieferungen."},
	{"Nach Art\u00a06 Abs\u00a01 lit\u00a0f DSGVO „ist abzuwägen“…", "Nach Art 6 Abs 1 lit f DSGVO \"ist abzuwägen\"..."},
	{"Der Mieter — so der Sachverhalt — kündigte am 3. Mai 2024.", "Der Mieter - so der Sachverhalt - kündigte am 3. Mai 2024."},
	{"Eine Minderung von 30–50 % ist vertretbar.", "Eine Minderung von 30-50 % ist vertretbar."},
	{"Zur Auskunft nach C-300/21 sind die Mieter*innen berechtigt.", "Zur Auskunft nach C-300/21 sind die Mieter*innen berechtigt."},
	{"Gerne verweist der Beklagte auf § 1304 ABGB; der Einwand greift nicht.", "Gerne verweist der Beklagte auf § 1304 ABGB; der Einwand greift nicht."},
	{"Die Beklagte wandte ein, sie habe keine Rechtsberatung geschuldet.", "Die Beklagte wandte ein, sie habe keine Rechtsberatung geschuldet."},
}

// dress puts marks around a paragraph that must go without touching it.
var dress = []func(raw, plain string, n int) (string, string){
	func(raw, plain string, _ int) (string, string) { return raw, plain },
	func(raw, plain string, _ int) (string, string) { return "- " + raw, plain },
	func(raw, plain string, _ int) (string, string) { return "> " + raw, plain },
	func(raw, plain string, _ int) (string, string) { return "### " + raw, plain },
	func(raw, plain string, _ int) (string, string) { return "⚖️ " + raw, plain },
	func(raw, plain string, _ int) (string, string) { return "**Hinweis 1** " + raw, "Hinweis 1 " + plain },
	func(raw, plain string, _ int) (string, string) { return "`§ 5 KSchG` " + raw, "§ 5 KSchG " + plain },
	func(raw, plain string, _ int) (string, string) {
		return "[§ 6 KSchG](https://a.example/6) " + raw, "§ 6 KSchG " + plain
	},
	func(raw, plain string, n int) (string, string) {
		return fmt.Sprintf("%d) %s", n, raw), fmt.Sprintf("%d. %s", n, plain)
	},
	func(raw, plain string, _ int) (string, string) {
		return "| Norm | Inhalt |\n|---|---|\n| § 1 ABGB | " + raw + " |", "Norm; Inhalt\n\n§ 1 ABGB; " + plain
	},
	func(raw, plain string, _ int) (string, string) { return "```\n" + raw + "\n```", plain },
	func(raw, plain string, _ int) (string, string) { return raw + "【4†source】", plain },
}

var (
	vanishAbove = []string{"", "Gerne!", "Das ist eine sehr gute Frage!", "Hier ist eine strukturierte Analyse des Sachverhalts:", "<think>§ 5?</think>", "Assistant:"}
	vanishBelow = []string{"", "---", "Ich hoffe, das hilft Ihnen weiter! 😊", "*Hinweis: Dies stellt keine Rechtsberatung dar.*", "Soll ich ein Schreiben entwerfen?"}
)

// TestFormGoesAndTextStays builds answers of sentences with citations, dressed in every kind of form, and asks for
// exactly the sentences back: the same characters, and the same citations and figures for the reader of citations.
func TestFormGoesAndTextStays(t *testing.T) {
	n := newNormaliser(t)
	refs, err := legalref.New()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		raw := []string{rapid.SampledFrom(vanishAbove).Draw(t, "above")}
		var plain []string
		for i := range rapid.IntRange(1, 8).Draw(t, "paragraphs") {
			s := rapid.SampledFrom(sentencesOfSubstance).Draw(t, "sentence")
			r, p := rapid.SampledFrom(dress).Draw(t, "dress")(s.raw, s.plain, i+1)
			raw, plain = append(raw, r), append(plain, p)
		}
		raw = append(raw, rapid.SampledFrom(vanishBelow).Draw(t, "below"))
		res := n.Text(strings.Join(raw, "\n\n"), study.German)
		want := strings.Join(plain, "\n\n")
		if res.Text != want {
			t.Fatalf("in   %q\ngot  %q\nwant %q", raw, res.Text, want)
		}
		if c := refs.Compare(want, res.Text, "de"); !c.Same {
			t.Fatalf("missing %v added %v", c.Missing, c.Added)
		}
	})
}
