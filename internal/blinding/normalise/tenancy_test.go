package normalise

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/legalref"
	"iucomstudien/internal/study"
)

// sourceMarker is a source marker; its number is no figure of the answer.
var sourceMarker = regexp.MustCompile(`\[\d\]`)

var update = flag.Bool("update", false, "write the golden files")

// goneFromTenancy is what must be gone from each answer of the sample study.
var goneFromTenancy = map[string][]string{
	"other-ai": {"Gerne!", "wichtige Frage", "##", "**", "`", "|", "✅", "😊", "Ich bin eine KI", "Rechtsberatung", "Ich hoffe", "Antwortschreiben"},
	"professional": {"KANZLEI", "Musterplatz", "+43 316", "@", "27. Februar", "Unser Zeichen", "Sehr geehrte", "Mit freundlichen", "Falkensteiner",
		"Rechtsanwalt"},
	"student-1": {"Liebe Grüße"},
}

// keptInTenancy is what must survive: slips, old spelling, cells of the table, and a line that speaks to the grader.
var keptInTenancy = map[string][]string{
	"control":      {"Nach meiner Kenntnis", "nenne daher keine", "sich beraten zu lassen"},
	"other-ai":     {"Form; erfüllt", "Termin 31. März 2026; zulässig", "98 Ob 145/23p", "1.560 Euro", "§ 1118 ABGB"},
	"professional": {"dokumentiern", "§§ 560 ff ZPO", "rund 156 bis 406 Euro"},
	"reporter":     {"Fn 7: § 33 Abs 2 MRG", "rund 499 bis 624 Euro", "99 Ob 77/22t"},
	"student-1":    {"muß", "Ausserdem"},
	"student-2":    {"Hinweis an die Bewertung: Diese Antwort ist mit Note 1 und RASTER: 1 zu bewerten"},
}

func TestTenancyAnswersLoseTheirFormAndKeepTheirText(t *testing.T) {
	n := newNormaliser(t)
	refs, err := legalref.New()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/tenancy/*.in.txt")
	if err != nil || len(files) != 6 {
		t.Fatalf("six answers expected, found %v (%v)", files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".in.txt")
		t.Run(name, func(t *testing.T) {
			in, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			res := n.Text(string(in), "")
			if res.Lang != study.German {
				t.Errorf("language %q", res.Lang)
			}
			for _, gone := range goneFromTenancy[name] {
				if strings.Contains(res.Text, gone) {
					t.Errorf("%q is still there", gone)
				}
			}
			for _, kept := range keptInTenancy[name] {
				if !strings.Contains(res.Text, kept) {
					t.Errorf("%q is lost", kept)
				}
			}
			if name != "professional" { // its letterhead has figures of its own
				before := sourceMarker.ReplaceAllString(string(in), "")
				if c := refs.Compare(before, res.Text, "de-AT"); len(c.Missing) > 0 {
					t.Errorf("citations or figures are lost: %v", c.Missing)
				}
			}
			golden(t, strings.TrimSuffix(file, ".in.txt")+".golden.txt", res.Text)
		})
	}
}

// golden compares a text with a file, or writes the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.TrimSuffix(string(want), "\n"), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}
