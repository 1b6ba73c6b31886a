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
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(text)
	if len(policy) < 2 || !strings.HasPrefix(policy[1], "default-src 'none';") {
		t.Fatalf("policy %v", policy)
	}
	for _, kind := range []string{"script", "style"} {
		own := regexp.MustCompile(`(?s)<`+kind+`>(.*?)</`+kind+`>`).FindAllStringSubmatch(text, -1)
		if len(own) != 1 {
			t.Fatalf("%d of %s", len(own), kind)
		}
		sum := sha256.Sum256([]byte(own[0][1]))
		if !strings.Contains(html.UnescapeString(policy[1]), "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
			t.Errorf("the policy %q does not allow the page's own %s", policy[1], kind)
		}
	}
	for _, no := range []string{"http://", "https://", "fetch(", "XMLHttpRequest", "<img", " src=\"", "ZgotmplZ", "innerHTML"} {
		if strings.Contains(text, no) {
			t.Errorf("the page holds %q", no)
		}
	}
}

func TestThePageSaysWhatItSaysInEveryLanguage(t *testing.T) {
	for _, l := range study.Languages() {
		f, _ := returned(t)
		f.Language = l
		if text := page(t, f); strings.Contains(text, "‹") || strings.Contains(text, "<no value>") {
			t.Errorf("%s: a text is not translated", l)
		}
	}
}

func TestAPageWithoutTheTextOfAnAnswerIsAnError(t *testing.T) {
	f, _ := returned(t)
	cat, err := lang.New(f.Language)
	if err != nil {
		t.Fatal(err)
	}
	texts := textsOf(f)
	texts.Answers = texts.Answers[1:]
	if _, err := sheets.WriteHTML(f, texts, cat); err == nil {
		t.Error("no error")
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
