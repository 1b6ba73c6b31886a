package pseudonymise

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPolishForms names, for each ending class, forms that must be among those generated.
func TestPolishForms(t *testing.T) {
	e := newForTest(t).lex.endings
	for base, forms := range map[string]string{
		"kowalski": "kowalskiego kowalskiemu kowalskim kowalska kowalskiej kowalską kowalscy", "górecki": "góreckiego górecka góreccy", "zawadzki": "zawadzkiemu zawadzką zawadzcy",
		"kozieł": "kozła kozłowi kozłem", "kozioł": "kozła kozłowi", "kocioł": "kotła kotłem", "tomek": "tomka tomkowi tomkiem tomku", "kupiec": "kupca kupcowi", "niemiec": "niemca", "marzec": "marca",
		"gołąb": "gołębia gołębiowi", "mróz": "mroza", "stępień": "stępnia stępniem", "wróbel": "wróbla", "łoś": "łosia łosiowi", "kość": "kościa", "nowak": "nowaka nowakowi nowakiem nowakowie",
		"maj": "maja majowi", "zych": "zycha zychem", "żak": "żaka", "wrona": "wrony wronie wronę wroną", "sikora": "sikory sikorze", "duda": "dudy dudzie", "mucha": "musze muchę", "noga": "nodze",
		"kania": "kani kanię", "kościuszko": "kościuszki kościuszce kościuszkę", "ziobro": "ziobry ziobrze", "cichy": "cichego cicha cichej", "lange": "langego", "jerzy": "jerzego jerzemu jerzym",
		"piotr": "piotra piotrem piotrze", "anna": "anny annie annę anną", "zofia": "zofii zofię", "maja": "mai maję", "alfatex": "alfatexu alfateksu alfateksem", "mazurek": "mazurkowie",
	} {
		var got []string
		for _, f := range e.forms(base, 0) {
			got = append(got, f.text)
		}
		for _, want := range strings.Fields(forms) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: no %s among %v", base, want, got)
			}
			if back := e.bases(want); !slices.Contains(back, base) {
				t.Errorf("%s does not lead back to %s: %v", want, base, back)
			}
		}
	}
}

func TestEveryFormLeadsBackToItsBase(t *testing.T) {
	e := newForTest(t).lex.endings
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.StringMatching(`[bdgklmprstwz][aeou][lnrst]{1,2}[aeo]?(ski|cki|ek|ec|k|a|o|ak|czyk|ecki|owicz|er|in|ów)`).Draw(t, "base")
		for _, f := range e.forms(base, 0) {
			if !slices.Contains(e.bases(f.text), base) && len(plausible([]string{base})) > 0 && !slices.ContainsFunc(e.bases(f.text), func(b string) bool { return adjectivalGender(b) != 0 }) {
				t.Fatalf("%s is a form of %s and does not lead back: %v", f.text, base, e.bases(f.text))
			}
		}
	})
}
