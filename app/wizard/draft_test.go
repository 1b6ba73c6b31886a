package wizard

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

func TestNamesAreReadAsPeopleListThem(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" , ;\n", nil},
		{"Berta Lindner", []string{"Berta Lindner"}},
		{"Lindner, Grünhof Immobilien GmbH; Kowalska\nŻak ", []string{"Lindner", "Grünhof Immobilien GmbH", "Kowalska", "Żak"}},
	} {
		if diff := cmp.Diff(c.want, splitNames(c.text)); diff != "" {
			t.Errorf("%q (-want +got)\n%s", c.text, diff)
		}
	}
}

func TestALineShowsTheBeginningOfAText(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"  Die\n\nKündigung\t ":   "Die Kündigung",
		strings.Repeat("ä", 2000): strings.Repeat("ä", previewRunes) + " …",
	} {
		if got := firstWords(text); got != want {
			t.Errorf("%.20q: %q, want %q", text, got, want)
		}
	}
}

func TestOnlyWhatAPersonMayDecideIsAskedAbout(t *testing.T) {
	problem := func(ids ...string) error {
		var list []*study.Problem
		for _, id := range ids {
			list = append(list, &study.Problem{ID: id})
		}
		return study.JoinProblems(list)
	}
	for _, c := range []struct {
		name    string
		err     error
		choices conduct.RatingChoices
		want    bool
	}{
		{"a sheet of another folder", problem("ratings.other-folder"), conduct.RatingChoices{}, true},
		{"merged cells", problem("ratings.merged"), conduct.RatingChoices{}, true},
		{"both", problem("ratings.merged", "ratings.other-folder"), conduct.RatingChoices{}, true},
		{"one that was decided already", problem("ratings.merged"), conduct.RatingChoices{FillMerged: true}, false},
		{"together with what nobody may decide", problem("ratings.merged", "ratings.other-test"), conduct.RatingChoices{}, false},
		{"nothing", nil, conduct.RatingChoices{}, false},
	} {
		if got := decidable(c.err, c.choices); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestNoPassphraseIsKeptWithWhatWasTyped(t *testing.T) {
	d := Draft{Handing: Handing{Passphrase: "open sesame"}, Author: "Dr. Muster"}
	text, err := d.text()
	if err != nil || strings.Contains(text, "sesame") || !strings.Contains(text, "Muster") {
		t.Errorf("kept is %q, %v", text, err)
	}
	var again Draft
	if err := again.take(text); err != nil || again.Author != d.Author {
		t.Errorf("read again: %+v, %v", again, err)
	}
}
