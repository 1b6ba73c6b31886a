package pseudonymise

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/study"
)

func outputs(res Result) []string {
	var all []string
	for _, t := range res.Texts {
		all = append(all, t.Output)
	}
	return all
}

func TestOptions(t *testing.T) {
	p := newForTest(t)
	for _, c := range []struct {
		name  string
		texts []string
		opt   Options
		want  []string
	}{
		{"the names list owns the first numbers even of names that do not occur",
			[]string{"Anna Huber klagt Karl Ebner."}, Options{Lang: "de", Names: []string{"Ida Lange", "Karl Ebner"}},
			[]string{"[PERSON-3] klagt [PERSON-2]."}},
		{"a listed firm is found by its short name", []string{"Greif zahlte nicht, Egger Bau auch nicht."}, Options{Lang: "de", Names: []string{"Egger Bau GmbH"}},
			[]string{"Greif zahlte nicht, [ORG-1] auch nicht."}},
		{"associations and firms of two names may be listed", []string{"Die Fundacja Nasz Dom und Harwood & Lane klagen."}, Options{Lang: "de", Names: []string{"Fundacja Nasz Dom", "Harwood & Lane"}},
			[]string{"Die [ORG-1] und [ORG-2] klagen."}},
		{"a name in surname-first order is understood", []string{"Damit haftet Rosa Egger, nicht Nagl."}, Options{Lang: "de", Names: []string{"Egger, Rosa", "Nagl Emil"}},
			[]string{"Damit haftet [PERSON-1], nicht [PERSON-2]."}},
		{"removed segments help to recognise and take no number", []string{"Der Anspruch Hubers ist verjährt; Bernd Leitner haftet."},
			Options{Lang: "de", Known: []string{"Dr. Franz Moser\nRechtsanwalt", "Sehr geehrte Frau Huber!"}},
			[]string{"Der Anspruch [PERSON-1] ist verjährt; [PERSON-2] haftet."}},
		{"a removed word is a name only if it stands like one", []string{"Gerne prüfe ich das. Es kommt auf Nagl an; Nagl zahlte."},
			Options{Lang: "de", Known: []string{"Gerne", "Nagl"}}, []string{"Gerne prüfe ich das. Es kommt auf [PERSON-1] an; [PERSON-1] zahlte."}},
		{"a number of a removed reference line is the own file's", []string{"Im Akt KH-221/24 fehlt die Vollmacht; vgl 9 ObA 35/22k."},
			Options{Lang: "de", Known: []string{"GZ: KH-221/24"}}, []string{"Im Akt [FILE-1] fehlt die Vollmacht; vgl 9 ObA 35/22k."}},
		{"what a person keeps stays", []string{"Anna Huber und Karl Ebner klagen Anna Huber."}, Options{Lang: "de", Keep: []string{"Anna Huber"}},
			[]string{"Anna Huber und [PERSON-1] klagen Anna Huber."}},
		{"what a person adds is replaced everywhere", []string{"Das Haus am See brannte.", "Am See war niemand; das Haus am See war leer."},
			Options{Lang: "de", Extra: []Manual{{Surface: "Haus am See", Kind: "ADDRESS"}}},
			[]string{"Das [ADDRESS-1] brannte.", "Am See war niemand; das [ADDRESS-1] war leer."}},
		{"a noun that a person calls a name is one", []string{"Trotz Mahnung zahlte Karl Ebner nicht.", "Die Mahnung war rechtzeitig."},
			Options{Lang: "de", Extra: []Manual{{Surface: "Mahnung", Kind: "PERSON"}}},
			[]string{"Trotz [PERSON-1] zahlte [PERSON-2] nicht.", "Die [PERSON-1] war rechtzeitig."}},
		{"an added name is found in its forms and joins the placeholder it is given", []string{"Jan Kowalski zapłacił. Roszczenie Zoraka przedawniło się; Zorakowi nic nie przysługuje."},
			Options{Lang: "pl", Extra: []Manual{{Surface: "Zorak", Kind: "PERSON", Placeholder: "[PERSON-1]"}}},
			[]string{"[PERSON-2] zapłacił. Roszczenie [PERSON-1] przedawniło się; [PERSON-1] nic nie przysługuje."}},
		{"placeholders that stand in the text keep their numbers", []string{"[PERSON-1] und Karl Ebner klagen."}, Options{Lang: "de"},
			[]string{"[PERSON-1] und [PERSON-2] klagen."}},
		{"the language is found per text", []string{"Der Kläger Karl Ebner hat den Vertrag nicht gelesen.", "Powód Jan Kowalski nie zapłacił; Kowalskiego wezwano."}, Options{},
			[]string{"Der Kläger [PERSON-1] hat den Vertrag nicht gelesen.", "Powód [PERSON-2] nie zapłacił; [PERSON-2] wezwano."}},
		{"nothing in, nothing out", []string{"", " \n"}, Options{Lang: "en"}, []string{"", " \n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, outputs(p.Texts(c.texts, c.opt))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheMapNamesEverySurface(t *testing.T) {
	p := newForTest(t)
	res := p.Texts([]string{"Thomas Gruber verkaufte der Nordwind Logistik AG das Auto.", "Grubers Arglist schadet Nordwind Logistik."}, Options{Lang: study.German, Names: []string{"Ida Lange"}})
	want := []Entity{
		{Placeholder: "[PERSON-1]", Kind: "PERSON", Listed: true},
		{Placeholder: "[PERSON-2]", Kind: "PERSON", Surfaces: []string{"Thomas Gruber", "Grubers"}},
		{Placeholder: "[ORG-1]", Kind: "ORG", Surfaces: []string{"Nordwind Logistik AG", "Nordwind Logistik"}},
	}
	if diff := cmp.Diff(want, res.Map); diff != "" {
		t.Error(diff)
	}
}

func TestDoubtfulPlacesAreFlagged(t *testing.T) {
	p := newForTest(t)
	for _, c := range []struct{ text, surface, reason string }{
		{"Eva Pichler und Jan Pichler klagen. Pichler zahlte nicht.", "Pichler", "same-surname"},
		{"Anna König klagt; die Entscheidung des König war falsch.", "König", "noun-or-name"},
		{"Maximilian Hohenwarter klagte. Hohenwartner verlor.", "Hohenwartner", "spelling"},
		{"Anna Huber klagt; der Huber-Vertrag ist nichtig.", "Huber", "compound"},
		{"Brandl bestreitet alles.", "Brandl", "possible-name"},
	} {
		res := p.Texts([]string{c.text}, Options{Lang: study.German})
		i := slices.IndexFunc(res.Review, func(f Flag) bool { return f.Reason == c.reason })
		if i < 0 {
			t.Errorf("%q: no flag %s in %+v", c.text, c.reason, res.Review)
			continue
		}
		f := res.Review[i]
		if f.Surface != c.surface || string([]rune(c.text)[f.Start:f.End]) != c.surface {
			t.Errorf("%q: flag %+v", c.text, f)
		}
	}
}

func TestStage(t *testing.T) {
	p := newForTest(t)
	for _, c := range []struct{ in, want string }{
		{`{"id":7,"lang":"de","texts":[{"text":"Egger haftet, schrieb anna@mail.example."}],"names":["Rosa Egger"]}`,
			`{"texts":[{"output":"[PERSON-1] haftet, schrieb [EMAIL-1].","spans":[{"start":0,"end":5,"kind":"PERSON","entity":"PERSON-1","text":"Egger"},{"start":22,"end":39,"kind":"EMAIL","entity":"EMAIL-1","text":"anna@mail.example"}]}]}`},
		{`{"lang":"de","texts":[{"text":"§ 1 ABGB"}],"names":[{"kind":"PERSON","entity":"PERSON-1","text":"Rosa Egger"}],"new":true}`,
			`{"texts":[{"output":"§ 1 ABGB","spans":[]}]}`},
		{`{"texts":[]}`, `{"texts":[]}`},
	} {
		got, err := p.Stage([]byte(c.in))
		if err != nil || string(got) != c.want {
			t.Errorf("%s\n got %s (%v)\nwant %s", c.in, got, err, c.want)
		}
	}
	if _, err := p.Stage([]byte(`{"texts":3}`)); err == nil || !strings.Contains(err.Error(), "reading the line") {
		t.Errorf("a line that is none gave %v", err)
	}
	var out json.RawMessage
	if out, _ = p.Stage([]byte(`{}`)); string(out) != `{"texts":[]}` {
		t.Errorf("an empty object gave %s", out)
	}
}
