package lang_test

import (
	"fmt"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

func TestATextIsSaidAnewInAnotherLanguage(t *testing.T) {
	all, err := lang.All()
	if err != nil {
		t.Fatal(err)
	}
	english := all[study.English]
	for name, say := range map[string]func(c *lang.Catalogue) string{
		"plain":   func(c *lang.Catalogue) string { return c.T("app.one-job") },
		"filled":  func(c *lang.Catalogue) string { return c.T("app.saved-at", "path", "/home/x/a.pdf") },
		"counted": func(c *lang.Catalogue) string { return c.N("app.more-faults", 5) },
	} {
		text := say(english)
		for l, c := range all {
			s, ok := english.Saying(text)
			if want := say(c); !ok || s.In(c) != want {
				t.Errorf("%s in %s: %v %q, want %q", name, l, ok, s.In(c), want)
			}
		}
	}
}

func TestATextOfAnotherHandOrOfLongAgoIsLeftAsItIs(t *testing.T) {
	c, err := lang.New(study.English)
	if err != nil {
		t.Fatal(err)
	}
	first := c.T("app.saved-at", "path", "first")
	if _, ok := c.Saying("typed by somebody"); ok {
		t.Error("a text of another hand is taken for one of the catalogue's")
	}
	if _, ok := c.Saying(""); ok {
		t.Error("no text is taken for one of the catalogue's")
	}
	for i := range 100 {
		c.T("app.saved-at", "path", fmt.Sprint(i))
	}
	if _, ok := c.Saying(first); ok {
		t.Error("every text is kept for ever")
	}
}
