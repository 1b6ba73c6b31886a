package sheets_test

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

func page(t *testing.T, f sheets.Form) string {
	t.Helper()
	cat, err := lang.New(f.Language)
	if err != nil {
		t.Fatal(err)
	}
	data, err := sheets.WriteHTML(f, textsOf(f), cat)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestThePageRunsItsOwnScriptAndNothingElse(t *testing.T) {
	f, _ := returned(t)
	text := page(t, f)
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(text, -1)
	if len(scripts) != 1 {
		t.Fatalf("%d scripts", len(scripts))
	}
	sum := sha256.Sum256([]byte(scripts[0][1]))
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(text)
	if len(policy) < 2 || !strings.HasPrefix(policy[1], "default-src 'none';") ||
		!strings.Contains(html.UnescapeString(policy[1]), "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
		t.Errorf("policy %v", policy)
	}
	for _, no := range []string{"http://", "https://", "localStorage", "fetch(", "XMLHttpRequest", " src=", "ZgotmplZ"} {
		if strings.Contains(text, no) {
			t.Errorf("the page holds %q", no)
		}
	}
}

func TestThePageAsksWhatTheFormAsks(t *testing.T) {
	for _, l := range study.Languages() {
		f, _ := returned(t)
		f.Language = l
		text := page(t, f)
		if n := strings.Count(text, "<select "); n != 5*len(f.Codes) {
			t.Errorf("%s: %d lists for %d answers", l, n, len(f.Codes))
		}
		f.Gold, f.Target = false, false
		text = page(t, f)
		if n := strings.Count(text, "<select "); n != 3*len(f.Codes) {
			t.Errorf("%s: %d lists for %d answers without gold standard and target question", l, n, len(f.Codes))
		}
		if strings.Contains(text, "‹") {
			t.Errorf("%s: a text is not translated", l)
		}
	}
}

// TestWhatABrowserSavedComesBack reads the file that Chromium handed over when a page was filled in by hand.
func TestWhatABrowserSavedComesBack(t *testing.T) {
	form := sampleForm
	form.Test, form.Checksum = "T1", "ab"
	r := readSheet(t, "x.csv", sample(t, "page-saved-by-browser.csv"), form, sheets.Options{})
	if len(r.Refused)+len(r.Understood)+len(r.Questions)+len(r.Missing) > 0 || r.Reviewer != "R08" {
		t.Errorf("%+v", r)
	}
	want := "X\x1fhallucinated\x1f5\x1f5\x1fblocked\x1fyes\x1fai\x1f=1+1; „Zitat“ \"x\"\nzweite Zeile"
	if diff := cmp.Diff(want, comparable(r.Ratings[0])); diff != "" {
		t.Error(diff)
	}
	if r.Ratings[4].Comment != "'=x" || r.Ratings[5].Comment != "-5" || r.Ratings[1].Grade.Or(0) != 1 {
		t.Errorf("%+v", r.Ratings)
	}
}
