package pseudonymise

import (
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

// TestShortPolishFirstNamesAreKnownInEveryCase holds names whose stem is one or two letters: they inflect like the long ones.
func TestShortPolishFirstNamesAreKnownInEveryCase(t *testing.T) {
	p := newForTest(t)
	for _, form := range []string{"Ewa", "Ewy", "Ewie", "Ewę", "Ewą", "Olę", "Olą", "Adę", "Adą", "Igę", "Idą"} {
		text := "Sąd przesłuchał świadków, a potem " + form + " Nowicką i jej brata."
		if got := p.Texts([]string{text}, Options{Lang: study.Polish}).Texts[0].Output; strings.Contains(got, form) {
			t.Errorf("the first name stays in %q", got)
		}
	}
}

// TestFrequentSurnamesAreReadInsideASentence holds surnames that end like a German noun. Inside a sentence only the first name before
// them tells that they are none.
func TestFrequentSurnamesAreReadInsideASentence(t *testing.T) {
	p := newForTest(t)
	for _, name := range strings.Fields("Eder Winkler Holzer Hauser Neubauer Stocker Burger Rauscher Platzer Dorfer Lederer Lamprecht Kammerer Bucher Bacher Decker Steger " +
		"Rohrer Schaller Graf Herzog Ritter Prinz Bauer Fleischhacker Steindl Zehetner Wögerer") {
		for _, frame := range []string{"Am Montag rief Rupert # den Anwalt an.", "Die Klage von Helga # gegen die Republik ist berechtigt.", "Es steht fest, dass Georg # den Schaden verursacht hat."} {
			text := strings.Replace(frame, "#", name, 1)
			want := strings.Replace(frame, "#", "[PERSON-1]", 1)
			for _, first := range []string{"Rupert ", "Helga ", "Georg "} {
				want = strings.Replace(want, first, "", 1)
			}
			if got := p.Texts([]string{text}, Options{Lang: study.German}).Texts[0].Output; got != want {
				t.Errorf("%q becomes %q", text, got)
			}
		}
	}
}

// TestTownsEndWithTheirName demands that the town of an address takes its river and nothing of what follows.
func TestTownsEndWithTheirName(t *testing.T) {
	p := newForTest(t)
	for text, want := range map[string]string{
		"Er wohnt in der Parkstraße 3, 4020 Linz an der Donau.":                        "Er wohnt in der [ADDRESS-1].",
		"Er wohnt in der Parkstraße 3, 60311 Frankfurt am Main.":                       "Er wohnt in der [ADDRESS-1].",
		"Sie verkauft die Wohnung Parkstraße 3, 8786 Rottenmann an Karl Moser.":        "Sie verkauft die Wohnung [ADDRESS-1] an [PERSON-1].",
		"Sie vermietet die Wohnung Bachgasse 9/4, 6020 Innsbruck an Noemi Farkas.":     "Sie vermietet die Wohnung [ADDRESS-1] an [PERSON-1].",
		"Zugestellt wurde in der Bachgasse 9/4, 2460 Bruck an der Leitha, am 3. März.": "Zugestellt wurde in der [ADDRESS-1], am 3. März.",
	} {
		if got := p.Texts([]string{text}, Options{Lang: study.German}).Texts[0].Output; got != want {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
