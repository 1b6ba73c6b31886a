package report_test

import (
	"bytes"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/legalref"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
)

func TestFindsAreMarkedAndEverythingIsEscaped(t *testing.T) {
	reader, err := legalref.New()
	if err != nil {
		t.Fatal(err)
	}
	const text = "<b>Nach</b> § 33 Abs 1 MRG & am 31. Februar 2020 sind 50 % offen."
	for _, l := range study.Languages() {
		words, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := report.CitedHTML(&b, "a<b.txt", text, reader.Find(text, "de"), words); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		for _, part := range []string{
			"&lt;b&gt;Nach&lt;/b&gt; <mark class=\"source\"", "§ 33 Abs 1 MRG</mark>", "<mark class=\"faulty figure\"", "50 %</mark>", "a&lt;b.txt",
		} {
			if !strings.Contains(page, part) {
				t.Errorf("%s: the page lacks %q", l, part)
			}
		}
		if strings.Contains(page, "‹") || strings.Contains(page, "<b>") {
			t.Errorf("%s: a text is missing or unescaped", l)
		}
	}
}
