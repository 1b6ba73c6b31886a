package lang_test

import (
	"regexp"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// command finds what only somebody at a terminal can do: the program's name there, an option, the terminal itself.
var command = regexp.MustCompile(`studyctl|(^|[\s("“„«])--[a-z]|\b[Tt]erminal|\b([Ss]ame command|denselben Befehl|[Dd]erselbe Befehl|demselben Befehl|to samo polecenie|tym samym poleceniem)`)

// terminalOnly are the beginnings of keys that only the terminal and the developers' program say.
var terminalOnly = []string{"cli.", "dev.", "problem.cli.", "problem.dev."}

func TestTheWindowNamesNoCommandOfTheTerminal(t *testing.T) {
	for _, l := range study.Languages() {
		words := window(t, l)
		for _, key := range words.Keys() {
			if startsWithOneOf(key, terminalOnly) {
				continue
			}
			for _, text := range []string{words.T(key, "id", "7"), words.N(key, 2, "id", "7")} {
				if hit := command.FindString(text); hit != "" {
					t.Errorf("%s: %s says %q in the window: %s", l, key, hit, text)
				}
			}
		}
	}
}

func startsWithOneOf(s string, list []string) bool {
	for _, one := range list {
		if strings.HasPrefix(s, one) {
			return true
		}
	}
	return false
}

func window(t *testing.T, l study.Language) *lang.Catalogue {
	t.Helper()
	c, err := lang.ForWindow(l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAFaultIsMendedInTheWordsOfWhereItIsSaid(t *testing.T) {
	p := &study.Problem{ID: "test.none", Args: map[string]any{"study": "S"}}
	terminal, remedy := catalogue(t, study.English).Problem(p)
	if !strings.Contains(remedy, "studyctl test new") {
		t.Errorf("the terminal says %q", remedy)
	}
	said, remedy := window(t, study.English).Problem(p)
	if said != terminal || remedy != "A test is made when the case is chosen in step 2." {
		t.Errorf("the window says %q %q", said, remedy)
	}
}

// TestASentenceOfTheWindowStandsBesideOneForAll keeps sentences of the window from standing alone: whoever writes one
// for the window only writes it under a key of its own.
func TestASentenceOfTheWindowStandsBesideOneForAll(t *testing.T) {
	for _, l := range study.Languages() {
		words := catalogue(t, l)
		for _, key := range words.Keys() {
			if base, own := strings.CutSuffix(key, ".window"); own && !words.Has(base) && !startsWithOneOf(key, terminalOnly) {
				t.Errorf("%s: %s stands alone", l, key)
			}
		}
	}
}

// TestNothingThatIsPrintedNamesACommand looks at every text but those of faults and of the terminal itself: reports,
// protocols and forms are read by people who have neither.
func TestNothingThatIsPrintedNamesACommand(t *testing.T) {
	for _, l := range study.Languages() {
		words := catalogue(t, l)
		for _, key := range words.Keys() {
			if startsWithOneOf(key, []string{"cli.", "dev.", "problem."}) {
				continue
			}
			if text := words.T(key); strings.Contains(text, "studyctl") {
				t.Errorf("%s: %s says %q", l, key, text)
			}
		}
	}
}
