package legalref

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestVariantsAreReadAsBefore reads sentences with many notations and compares with what was read, looked at and kept.
func TestVariantsAreReadAsBefore(t *testing.T) {
	r := newReader(t)
	in, err := os.ReadFile(filepath.Join("testdata", "variants.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for l := range strings.SplitSeq(string(in), "\n") {
		lang, text, ok := strings.Cut(l, "\t")
		if !ok || strings.HasPrefix(l, "#") {
			continue
		}
		fmt.Fprintf(&b, "%s\t%s\n", lang, text)
		text = strings.ReplaceAll(text, `\n`, "\n")
		hits := r.Find(text, lang)
		checkSpans(t, text, hits)
		for _, h := range hits {
			fmt.Fprintf(&b, "\t%s\t%s\t%q\t%s\t%s\t%s\n", h.Kind, h.Jurisdiction, h.Text, h.Norm, h.Reason, h.RefersTo)
		}
	}
	golden := filepath.Join("testdata", "variants.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("readings changed (-want +got); look at them, then run with -update:\n%s", diff)
	}
}
