package house_test

import (
	"slices"
	"strings"
	"testing"
)

// lines is the map of the house, from the roof to the ground. A room may import rooms of lower lines, never of its
// own line and never upward. A room's sub-packages belong to the room.
var lines = [][]string{
	{"cmd/iucom-studien", "cmd/studyctl", "cmd/dev"},
	{"app"},
	{"internal/conduct"},
	{"internal/answering", "internal/grading", "internal/stard", "internal/benchmark", "internal/report", "internal/handout"},
	{"internal/intake", "internal/blinding", "internal/sheets", "internal/sources", "internal/llm", "internal/evaluation"},
	{"internal/folder", "internal/sqlite", "internal/secrets"},
	{"internal/extract", "internal/studykey", "internal/studylog", "internal/ledger", "internal/job", "internal/chart", "internal/lang", "internal/word"},
	{"internal/study", "internal/stats", "internal/legalref"},
	{"assets"},
}

// standsApart lists packages that are no room: they hold tests, or what tests of many rooms need, and no program imports
// them.
var standsApart = []string{"internal/house", "internal/officetest"}

// allowed are the named exceptions to the order of the lines.
var allowed = []struct{ room, dep, why string }{
	{"internal/benchmark", "internal/grading", "a judge's card is read with the grader's reply grammar"},
}

// forbidden is what no order of lines can say: who must never see whom, even through others.
var forbidden = []struct{ room, dep, why string }{
	{"internal", "fyne.io", "the core builds and tests without a window"},
	{"cmd/studyctl", "fyne.io", "the terminal runs without a graphics driver"},
	{"cmd/dev", "fyne.io", "the task runner must start before anything is installed"},
	{"app", "fyne.io/fyne/v2/app", "screens are tested with the software driver; only cmd/iucom-studien starts the real one"},
	{"internal/grading", module + "/internal/sqlite", "who grades must not be able to look up an origin"},
	{"internal/grading", module + "/internal/studykey", "who grades must not be able to look up an origin"},
	{"internal/sheets", module + "/internal/sqlite", "sheets are made from blinded answers alone"},
	{"internal/sheets", module + "/internal/studykey", "sheets are made from blinded answers alone"},
	{"internal/handout", module + "/internal/sqlite", "the blind folder is made from blinded answers alone"},
	{"internal/handout", module + "/internal/studykey", "the blind folder is made from blinded answers alone"},
	{"internal/llm", module + "/internal/sqlite", "a model is told nothing but its request"},
	{"internal/llm", module + "/internal/studykey", "a model is told nothing but its request"},
	{"internal/stats", module + "/internal/study", "figures know numbers only"},
}

// onlyFor are outside modules that one room alone may import.
var onlyFor = []struct{ dep, room, why string }{
	{"github.com/openai/openai-go", "internal/llm", "providers are behind one interface"},
	{"github.com/anthropics/anthropic-sdk-go", "internal/llm", "providers are behind one interface"},
	{"google.golang.org/genai", "internal/llm", "providers are behind one interface"},
	{"modernc.org/sqlite", "internal/sqlite", "the database stands behind one room"},
	{"database/sql", "internal/sqlite", "the database stands behind one room"},
	{"fyne.io/fyne/v2/app", "cmd/iucom-studien", "only the window's program starts a real driver"},
}

// sees lists the rooms that may open the study key.
var seesKey = []string{"internal/conduct", "internal/sqlite"}

func TestRoomsImportDownwardOnly(t *testing.T) {
	for dir, p := range packages(t) {
		if slices.ContainsFunc(standsApart, func(a string) bool { return within(dir, a) }) {
			continue
		}
		from, fromLine := roomOf(dir)
		if from == "" {
			t.Errorf("%s stands in no room of the map", dir)
			continue
		}
		for _, imp := range p.imports {
			own, ok := strings.CutPrefix(imp, module+"/")
			if !ok {
				continue
			}
			to, toLine := roomOf(own)
			if to == from || toLine > fromLine || isAllowed(from, to) {
				continue
			}
			t.Errorf("%s (line %d) imports %s (line %d): a room imports lower lines only", dir, fromLine+1, own, toLine+1)
		}
	}
}

func TestNobodySeesWhatTheyMustNot(t *testing.T) {
	all := packages(t)
	for _, rule := range forbidden {
		for dir := range all {
			if !within(dir, rule.room) {
				continue
			}
			for to, way := range reach(all, dir) {
				if within(to, rule.dep) {
					t.Errorf("%s must not see %s: %s\n\tway: %s", dir, rule.dep, rule.why, strings.Join(way, " -> "))
				}
			}
		}
	}
}

func TestNoProgramImportsWhatTestsNeed(t *testing.T) {
	for dir, p := range packages(t) {
		for _, imp := range p.imports {
			own, ok := strings.CutPrefix(imp, module+"/")
			if ok && slices.ContainsFunc(standsApart, func(a string) bool { return within(own, a) }) && !slices.Contains(standsApart, dir) {
				t.Errorf("%s imports %s, which is for tests", dir, own)
			}
		}
	}
}

func TestOutsideModulesStandBehindOneRoom(t *testing.T) {
	for dir, p := range packages(t) {
		for _, imp := range p.imports {
			for _, rule := range onlyFor {
				if within(imp, rule.dep) && !within(dir, rule.room) {
					t.Errorf("%s imports %s, which only %s may: %s", dir, imp, rule.room, rule.why)
				}
			}
			if within(imp, module+"/internal/studykey") && !slices.ContainsFunc(seesKey, func(r string) bool { return within(dir, r) }) {
				t.Errorf("%s imports the study key; only %s may", dir, strings.Join(seesKey, " and "))
			}
		}
	}
}

func TestAssetsAreTheGround(t *testing.T) {
	for dir, p := range packages(t) {
		if !within(dir, "assets") {
			continue
		}
		for _, imp := range p.imports {
			if imp != "embed" && imp != "io/fs" {
				t.Errorf("%s imports %s: the ground imports nothing", dir, imp)
			}
		}
	}
}

func TestEachPackageSaysWhatItIsFor(t *testing.T) {
	vague := []string{"util", "utils", "common", "helper", "helpers", "misc"}
	for dir, p := range packages(t) {
		if !p.hasDoc {
			t.Errorf("%s has no doc.go", dir)
		} else if len(p.doc) < 120 {
			t.Errorf("%s/doc.go says too little about the package: %q", dir, p.doc)
		}
		if slices.Contains(vague, p.name) {
			t.Errorf("%s: a package called %s is for everything and nothing", dir, p.name)
		}
	}
}

// roomOf gives the room a folder belongs to and its line; "" when there is none.
func roomOf(dir string) (string, int) {
	for i, line := range lines {
		for _, room := range line {
			if within(dir, room) {
				return room, i
			}
		}
	}
	return "", -1
}

func isAllowed(from, to string) bool {
	for _, a := range allowed {
		if a.room == from && a.dep == to {
			return true
		}
	}
	return false
}
