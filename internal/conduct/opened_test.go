package conduct_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
)

// TestNoDocumentSaysThatTheKeyWaitedWhereTheLogKnowsBetter opens the key at every moment and looks at what report, methods
// and STARD report say of it.
func TestNoDocumentSaysThatTheKeyWaitedWhereTheLogKnowsBetter(t *testing.T) {
	for name, c := range map[string]struct {
		before, after int // times that the key is shown before and after the unblinding
		locked        bool
	}{
		"never opened":             {},
		"opened afterwards":        {after: 2},
		"unlocked to be unblinded": {locked: true},
		"opened once before":       {before: 1, after: 1},
		"opened three times":       {before: 3, locked: true},
	} {
		t.Run(name, func(t *testing.T) {
			cd, ctx := open(t, t.TempDir()), context.Background()
			ref := blindedTest(t, cd, 2, "m1", "m2")
			show := func(n int) {
				for range n {
					must(cd.ShowKey(ctx, ref, conduct.KeyOpening{Holder: "X99"}))
				}
			}
			show(c.before)
			rateSome(t, cd, ref)
			if c.locked {
				if err := cd.LockKey(ctx, ref, "a long passphrase"); err != nil {
					t.Fatal(err)
				}
				if err := cd.UnlockKey(ctx, ref, conduct.KeyOpening{Passphrase: "a long passphrase"}); err != nil {
					t.Fatal(err)
				}
			}
			if err := cd.Unblind(ctx, ref); err != nil {
				t.Fatal(err)
			}
			show(c.after)
			cat := must(lang.New(study.English))
			m := must(cd.StardModel(ctx, ref.Study))
			var page strings.Builder
			if err := stard.HTML(&page, m, cat); err != nil {
				t.Fatal(err)
			}
			said := map[string]string{
				"report":  plainText(t, must(cd.Report(ctx, ref, job.Silent)).HTML()),
				"methods": must(cd.Methods(ctx, ref.Study, study.English)).Plain,
				"stard":   page.String(),
			}
			if len(m.Early) != c.before {
				t.Errorf("%d openings before the unblinding are counted, want %d", len(m.Early), c.before)
			}
			claims := map[string]string{"report": "Only when all ratings were in", "methods": "until all ratings were in", "stard": "the key was opened when all ratings were in"}
			for where, text := range said {
				if kept := strings.Contains(text, claims[where]); kept != (c.before == 0) {
					t.Errorf("%s: it says that the key waited: %v", where, kept)
				}
				wantOpenings(t, where, text, c.before)
			}
		})
	}
}

// wantOpenings looks for the number of openings and for who did them.
func wantOpenings(t *testing.T, where, text string, n int) {
	t.Helper()
	if n == 0 {
		if strings.Contains(text, "before the unblinding (") {
			t.Errorf("%s tells of openings that were none", where)
		}
		return
	}
	word := " times"
	if n == 1 {
		word = " time"
	}
	if !strings.Contains(text, "opened "+strconv.Itoa(n)+word+" before the unblinding (X99: "+strconv.Itoa(n)+")") {
		t.Errorf("%s does not tell of %d openings by X99", where, n)
	}
	if !strings.Contains(text, "ratings still came in") {
		t.Errorf("%s does not say that ratings came in afterwards", where)
	}
}

// rateSome brings in the sheet of one reviewer.
func rateSome(t *testing.T, c *conduct.Conduct, ref conduct.Ref) {
	t.Helper()
	ctx := context.Background()
	sheet := "# Study," + ref.Study + "\n# Reviewer,R01\nCode,Grade 1–5\n"
	for _, b := range must(c.Blinded(ctx, ref)) {
		sheet += string(b.Code) + ",2\n"
	}
	preview := must(c.PreviewRatings(ctx, ref, []conduct.File{{Name: "R01.csv", Data: []byte(sheet)}}))
	must(c.ImportRatings(ctx, ref, preview, false))
}
