package legalref

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestNotationMakesNoDifference(t *testing.T) {
	r := newReader(t)
	for _, c := range []struct {
		lang string
		same []string
	}{
		{"de", []string{"Es sind 12.500 EUR.", "Es sind 12 500 €.", "Es sind 12500 Euro.", "Es sind 12’500 EUR.", "Es sind EUR 12,500.00.", "Es sind € 12.500,--.", "Es sind 12,5 Tsd. Euro.", "Es sind TEUR 12,5."}},
		{"de", []string{"binnen 14 Tagen", "binnen vierzehn Tagen", "binnen vierzehn (14) Tagen", "binnen 14 (vierzehn) Tagen"}},
		{"de", []string{"die 3-jährige Frist", "die dreijährige Frist", "die Frist von drei Jahren", "die Frist von 3 Jahren"}},
		{"pl", []string{"termin 30 dni", "termin trzydziestu dni", "termin 30-dniowy", "termin trzydziestodniowy"}},
		{"en", []string{"within 21 days", "within twenty-one days", "within twenty-one (21) days"}},
		{"de", []string{"12,5 %", "12,50 Prozent", "12,5%", "12,5 vH"}},
		{"de", []string{"Es gibt 2 Gründe.", "Es gibt zwei Gründe."}},
		{"de", []string{"am 1.10.2026", "am 1. Oktober 2026", "am 01. 10. 2026", "am 2026-10-01"}},
		{"de", []string{"OGH 4 Ob 56/20t", "OGH 4Ob56/20t", "4 Ob 56/20t"}},
		{"de", []string{"§ 6 Abs 1 Z 4 lit a EStG 1988", "§ 6 Abs. 1 Z. 4 lit. a EStG 1988", "§ 6 Absatz 1 Ziffer 4 Litera a Einkommensteuergesetz 1988"}},
		{"de", []string{"Art. 6 Abs. 1 lit. f DSGVO", "Art 6 Abs 1 lit f der Verordnung (EU) 2016/679", "Artikel 6 Absatz 1 Buchstabe f DS-GVO", "Art. 6 (1) f) DSGVO", "lit f des Art 6 Abs 1 DSGVO"}},
		{"pl", []string{"art. 385[1] § 1 k.c.", "art. 385¹ § 1 KC", "art. 385(1) § 1 Kodeksu cywilnego", "art. 385^1 § 1 kc"}},
		{"pl", []string{"wyrok SN z dnia 3 marca 2020 r., II CSK 123/19", "wyrok Sądu Najwyższego z 3.03.2020 r., sygn. akt II CSK 123/19", "SN w wyroku z 3 marca 2020 r. (II CSK 123/19)"}},
		{"de", []string{"[PERSON-1] zahlt an [ORG-2].", "An [ORG-2] zahlt [PERSON-1]."}},
	} {
		for _, a := range c.same {
			for _, b := range c.same {
				if d := r.Compare(a, b, c.lang); !d.Same {
					t.Errorf("%q and %q: missing %q, added %q", a, b, d.Missing, d.Added)
				}
			}
		}
	}
}

func TestWhatChangesIsFound(t *testing.T) {
	r := newReader(t)
	for _, c := range []struct {
		lang, before, after string
		missing, added      []string
	}{
		{"de", "binnen 14 Tagen", "binnen zwei Wochen", []string{"P14D"}, []string{"P2W"}},
		{"de", "binnen drei Jahren", "binnen fünf Jahren", []string{"P3Y"}, []string{"P5Y"}},
		{"de", "[PERSON-1] zahlt.", "[PERSON-2] zahlt.", []string{"[PERSON-1]"}, []string{"[PERSON-2]"}},
		{"de", "12,5 %", "12,5 Prozentpunkte", []string{"12.5%"}, []string{"12.5pp"}},
		{"de", "Es sind EUR 12,05.", "Es sind EUR 12,50.", []string{"EUR:12.05"}, []string{"EUR:12.5"}},
		{"de", "OGH 4 Ob 56/20t", "OGH 4 Ob 56/20k", []string{"AT:OGH:4Ob56/20t"}, []string{"AT:OGH:4Ob56/20k"}},
		{"de", "§ 5 DSG", "§ 5 BDSG", []string{"AT:DSG:§5"}, []string{"DE:BDSG:§5"}},
		{"en", "12,500 units", "12.500 units", []string{"12500"}, []string{"12.5"}},
	} {
		d := r.Compare(c.before, c.after, c.lang)
		if d.Same || !slices.Equal(d.Missing, c.missing) || !slices.Equal(d.Added, c.added) {
			t.Errorf("%q -> %q: missing %q, added %q, want %q, %q", c.before, c.after, d.Missing, d.Added, c.missing, c.added)
		}
	}
}

func TestLengthIsJudgedFromFortyWordsOn(t *testing.T) {
	r := newReader(t)
	sentence := "Der Vertrag ist nichtig und die Leistung ist daher rückzustellen. " // 10 words
	long := strings.Repeat(sentence, 10)
	for _, c := range []struct {
		before, after string
		ratio         float64
		same          bool
	}{
		{sentence, sentence + sentence, 2, true},
		{long, strings.Repeat(sentence, 11), 1.1, true},
		{long, strings.Repeat(sentence, 12), 1.2, false},
		{long, strings.Repeat(sentence, 9), 0.9, true},
		{long, strings.Repeat(sentence, 8), 0.8, false},
		{"", "", 1, true},
	} {
		d := r.Compare(c.before, c.after, "de")
		if d.Same != c.same || d.LengthRatio != c.ratio || len(d.Missing)+len(d.Added) > 0 {
			t.Errorf("%d -> %d words: %+v, want same %v, ratio %v", words(c.before), words(c.after), d, c.same, c.ratio)
		}
	}
}

func TestStageCiteAnswersInTheShapeOfTheLabels(t *testing.T) {
	r := newReader(t)
	var in CiteInput
	if err := json.Unmarshal([]byte(`{"id":7,"text":"Würde § 5 DSG","lang":"de","tags":["x"]}`), &in); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(r.StageCite(in))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":7,"hits":[{"kind":"provision","jurisdiction":"AT","norms":["AT:DSG:§5"],"text":"§ 5 DSG","start":6,"end":13,` +
		`"byte_start":7,"byte_end":15,"parts":[{"name":"act","value":"AT:DSG"},{"name":"§","value":"5"}],"well_formed":true}]}`
	if string(out) != want {
		t.Errorf("got  %s\nwant %s", out, want)
	}
}

func TestANumberInSeveralWordsIsTheNumberInFigures(t *testing.T) {
	r := newReader(t)
	for _, c := range []struct{ lang, words, figures, other string }{
		{"en", "four thousand five hundred pounds", "GBP 4,500", "GBP 500"},
		{"en", "two hundred and fifty euros", "EUR 250", "EUR 50"},
		{"en", "one hundred and twenty thousand euros", "EUR 120,000", "EUR 20,000"},
		{"en", "two million five hundred thousand euros", "EUR 2,500,000", "EUR 500,000"},
		{"en", "twelve hundred pounds", "GBP 1,200", "GBP 100"},
		{"en", "seven hundred thirty-one days", "731 days", "31 days"},
		{"de", "viertausendfünfhundert Euro", "4.500 Euro", "500 Euro"},
		{"de", "vier tausend fünf hundert Euro", "4.500 Euro", "500 Euro"},
		{"de", "zweihundertfünfzig Euro", "250 Euro", "50 Euro"},
		{"de", "einhundertzwanzigtausend Euro", "120.000 Euro", "20.000 Euro"},
		{"de", "tausendundfünf Euro", "1005 Euro", "5 Euro"},
		{"de", "siebenhunderteinunddreißig Tage", "731 Tage", "31 Tage"},
		{"pl", "cztery tysiące pięćset złotych", "4500 zł", "500 zł"},
		{"pl", "sto dwadzieścia pięć tysięcy złotych", "125 000 zł", "25 000 zł"},
		{"pl", "dwa miliony pięćset tysięcy złotych", "2 500 000 zł", "500 000 zł"},
		{"pl", "dziewięćset trzydzieści jeden dni", "931 dni", "31 dni"},
	} {
		if d := r.Compare("X "+c.words+".", "X "+c.figures+".", c.lang); !d.Same {
			t.Errorf("%s: %q and %q: missing %v, added %v", c.lang, c.words, c.figures, d.Missing, d.Added)
		}
		if d := r.Compare("X "+c.words+".", "X "+c.other+".", c.lang); d.Same {
			t.Errorf("%s: %q is taken for %q", c.lang, c.words, c.other)
		}
	}
	for _, c := range []struct{ lang, two, one string }{
		{"en", "two, three pounds", "five pounds"}, {"de", "zwei drei Euro", "fünf Euro"}, {"pl", "dwa trzy złote", "pięć złotych"},
	} {
		if d := r.Compare(c.two, c.one, c.lang); d.Same {
			t.Errorf("%s: two numbers in a row were added up: %q", c.lang, c.two)
		}
	}
}

func TestATextThatIsTurnedRoundIsNotTheSame(t *testing.T) {
	r := newReader(t)
	for _, c := range []struct {
		lang, before, after string
		kept                bool
	}{
		{"de", "Die Kündigung ist nicht wirksam.", "Die Kündigung ist wirksam.", false},
		{"de", "Die Kündigung ist nicht wirksam.", "Sie ist keine wirksame Kündigung.", true},
		{"de-AT", "Das gilt.", "Das gilt nicht.", false},
		{"en", "The notice is effective.", "The notice isn’t effective.", false},
		{"en", "Under no. 2 it binds.", "Under number 2 it binds.", true},
		{"en", "It does not bind.", "It doesn't bind.", true},
		{"pl", "Wypowiedzenie jest skuteczne.", "Wypowiedzenie nie jest skuteczne.", false},
		{"", "The notice is not effective in the case of the tenant.", "The notice is effective in the case of the tenant.", false},
	} {
		d := r.Compare(c.before, c.after, c.lang)
		stage := r.StageAlignCheck(AlignInput{Before: c.before, After: c.after, Lang: c.lang})
		if d.Same != c.kept || d.NegationKept != c.kept || stage.Same != c.kept || stage.NegationKept != c.kept {
			t.Errorf("%s: %q -> %q: %+v, want kept %v", c.lang, c.before, c.after, d, c.kept)
		}
	}
}

func TestStageAlignCheckAnswersWithLists(t *testing.T) {
	r := newReader(t)
	out, err := json.Marshal(r.StageAlignCheck(AlignInput{ID: json.RawMessage(`"a"`), Before: "§ 5 DSG gilt.", After: "Das gilt.", Lang: "de"}))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"a","same":false,"missing":["AT:DSG:§5"],"added":[],"order_changed":false,"length_ratio":0.6666666666666666,"negation_kept":true}`
	if string(out) != want {
		t.Errorf("got  %s\nwant %s", out, want)
	}
}
