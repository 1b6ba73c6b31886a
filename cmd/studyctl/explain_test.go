package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/report"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// named finds the machine words that package stats gives to what a working is made of.
var named = []struct {
	prefix string
	in     *regexp.Regexp
}{
	{"working.", regexp.MustCompile(`\.(?:step|input|table)\("([a-z0-9_]+)"`)},
	{"working.", regexp.MustCompile(`(?:Count|Quantity)?\{\{?"([a-z0-9_]+)", (?:[a-z]|int64|float64)`)},
	{"working.", regexp.MustCompile(`LeftOut\{\{?"([a-z0-9_]+)"`)},
	{"left-out.", regexp.MustCompile(`LeftOut\{\{?"[a-z0-9_]+", "([a-z0-9_]+)"`)},
	{"interval-method.", regexp.MustCompile(`Method: *"([a-z0-9_]+)"`)},
	{"report.method-name.", regexp.MustCompile(`(?:NewFigure|Undefined)\("([a-z0-9_]+)"`)},
}

// TestEveryQuantityOfAWorkingHasItsWord reads the source of the statistics, so that no figure that anybody may yet
// compute is explained with a gap.
func TestEveryQuantityOfAWorkingHasItsWord(t *testing.T) {
	files := slices.Concat(must(filepath.Glob("../../internal/stats/*.go")), must(filepath.Glob("../../internal/grading/*.go")))
	if len(files) == 0 {
		t.Fatal("no files")
	}
	found := map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(filepath.Base(name), "stage") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range named {
			if strings.Contains(filepath.ToSlash(name), "/grading/") && n.prefix != "report.method-name." {
				continue // there the same signs stand around items of a reply
			}
			for _, m := range n.in.FindAllStringSubmatch(string(source), -1) {
				found[n.prefix+kebab(m[1])] = filepath.Base(name)
			}
		}
	}
	if len(found) < 100 {
		t.Errorf("%d words only: the source is written otherwise than this test thinks", len(found))
	}
	for _, n := range []string{"bootstrap_units", "bootstrap_questions"} {
		found["interval-method."+kebab(n+"_percentile")], found["interval-method."+kebab(n+"_bca")] = "bootstrap.go", "bootstrap.go"
	}
	for _, r := range stats.Reasons() {
		found["reason."+strings.NewReplacer("_", "-", "n=0", "no-data").Replace(string(r))] = "figure.go"
	}
	for _, l := range study.Languages() {
		words, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		for key, file := range found {
			if !words.Has(key) {
				t.Errorf("%s lacks %s (%s)", l, key, file)
			}
		}
	}
}

// notation are the words of a formula that are the same in every language.
var notation = regexp.MustCompile(`(?i)^(sqrt|min|max|exp|arcsin|alpha|kappa|phi|delta|binomial)$`)

// TestFormulasAreSaidInEveryLanguage looks through the formulas of the sample's figures, and of everything a report can
// explain, for prose without a translation.
func TestFormulasAreSaidInEveryLanguage(t *testing.T) {
	written := regexp.MustCompile(`(?:Formula:|Formula =|\.step\([^,\n]*,)\s*"((?:[^"\\]|\\.)*)"`)
	joined := regexp.MustCompile(`"\s*\+\s*"`)
	letters := regexp.MustCompile(`[A-Za-z]{3,}`)
	english := must(lang.New(study.English))
	found := 0
	for _, pattern := range []string{"../../internal/stats/*.go", "../../internal/evaluation/*.go", "../../internal/grading/*.go", "../../internal/conduct/levels.go"} {
		for _, name := range must(filepath.Glob(pattern)) {
			if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(filepath.Base(name), "stage") {
				continue
			}
			source := joined.ReplaceAllString(string(must(os.ReadFile(name))), "")
			for _, m := range written.FindAllStringSubmatch(source, -1) {
				for _, part := range strings.Split(m[1], "; ") {
					prose := slices.ContainsFunc(letters.FindAllString(part, -1), func(w string) bool { return !notation.MatchString(w) })
					if !prose {
						continue
					}
					found++
					if key := "formula." + report.FormulaKey(part); !english.Has(key) || english.T(key) != part {
						t.Errorf("%s: %q has no text %s", filepath.Base(name), part, key)
					}
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("%d formulas only: the source is written otherwise than this test thinks", found)
	}
}

func TestNumbersOfAnExplanationAreShortAndInTheLanguage(t *testing.T) {
	for _, c := range []struct {
		language study.Language
		v        float64
		want     string
	}{
		{study.English, 0, "0"}, {study.English, 18, "18"}, {study.English, -3, "-3"}, {study.English, 0.6822429906542056, "0.682243"},
		{study.German, 0.5, "0,5"}, {study.German, 1234.5678, "1234,57"}, {study.Polish, 1.5e-9, "1,50000e-09"}, {study.English, 1e-300, "1.00000e-300"},
	} {
		words, err := lang.New(c.language)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&terminal{words: words}).short(c.v); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.language, c.v, got, c.want)
		}
	}
}

// TestEveryFigureOfTheSampleIsExplainedInEveryLanguage prints all of them and looks for gaps.
func TestEveryFigureOfTheSampleIsExplainedInEveryLanguage(t *testing.T) {
	home := t.TempDir()
	studyctl := func(args ...string) string {
		var out, errOut bytes.Buffer
		if status := run(t.Context(), append([]string{"--home", home}, args...), strings.NewReader(""), &out, &errOut, func(string) string { return "" }); status != exitDone {
			t.Fatalf("studyctl %v: status %d, %s", args, status, errOut.String())
		}
		return out.String()
	}
	studyctl("demo")
	c, err := conduct.Open(t.Context(), conduct.Config{Home: must(folder.At(home))})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	all, err := explainable(t.Context(), c, must(c.Find(t.Context(), "", "")))
	if err != nil || len(all) < 100 {
		t.Fatalf("%d figures, %v", len(all), err)
	}
	for _, l := range study.Languages() {
		term := &terminal{words: must(lang.New(l))}
		for _, e := range all {
			var page bytes.Buffer
			term.explain(&page, e)
			if text := page.String(); strings.ContainsAny(text, "‹›") || strings.Contains(text, "<nil>") || strings.Count(text, "\n") < 5 {
				t.Errorf("%s %s:\n%s", l, e.Name, text)
			}
		}
	}
}

// must is for what can not fail in a test that got so far.
func must[V any](v V, err error) V {
	if err != nil {
		panic(err)
	}
	return v
}
