//go:build !ci

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestKeyboardInARealWindow works the window without a mouse, from the first start to the end.
func TestKeyboardInARealWindow(t *testing.T) {
	needsTools(t)
	say := english(t)
	w := openWindow(t, openDisplay(t, 1280, 800))
	if got := w.look("focus", "").Texts; len(got) != 2 || got[1] != say("home.sample") {
		t.Errorf("at the first start the keyboard is on %q", got)
	}
	w.key("Return")
	w.sees(say("wizard.blinding.blind"))
	for i, name := range []string{"ready", "case", "gold", "answers", "blinding", "stard", "start"} {
		w.key("ctrl+" + fmt.Sprint(i+1))
		w.sees(say("wizard.page-title", "n", i+1, "title", say("wizard."+name)))
		if !w.look("focus", "").Found {
			t.Errorf("on the page %s the keyboard is nowhere", name)
		}
	}
	w.key("ctrl+5")
	w.key("ctrl+2") // from a field for text, that takes keys of its own
	w.sees(say("wizard.page-title", "n", 2, "title", say("wizard.case")))
	w.key("ctrl+h")
	w.sees(say("home.about"))
	w.key("ctrl+n")
	w.sees(say("home.new.about"))
	w.key("ctrl+q")
	w.closed()
}

// TestClosingAWindowAtWork asks before work is stopped, whichever way the window is closed.
func TestClosingAWindowAtWork(t *testing.T) {
	needsTools(t)
	say := english(t)
	w := openWindow(t, openDisplay(t, 1280, 800))
	w.click(say("home.sample"))
	w.sees(say("wizard.blinding.blind"))
	w.key("ctrl+4")
	w.drop(muchWork(t))
	w.click(words(t).N("wizard.answers.take", muchRows))
	w.sees(say("app.cancel"))
	w.key("alt+F4")
	w.sees(say("app.close-while-running"))
	w.keep("closing")
	w.key("Escape")
	w.key("ctrl+q")
	w.sees(say("app.close-while-running"))
	w.click(say("app.close"))
	w.closed()
}

// muchRows are so many answers that taking them over takes a while.
const muchRows = 40_000

// muchWork is a table with that many answers.
func muchWork(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("answer;source;date;aids;id;consent\n")
	for i := range muchRows {
		fmt.Fprintf(&b, "Antwort %d: Die Kündigung ist unwirksam (§ 33 Abs 1 MRG).;student;2026-02-20;no;T%06d;yes\n", i, i)
	}
	path := filepath.Join(t.TempDir(), "much.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSizesOfARealWindow opens the window at the sizes and scales that are promised, and looks at every step.
func TestSizesOfARealWindow(t *testing.T) {
	needsTools(t)
	say := english(t)
	for _, c := range []struct {
		name                   string
		screenWide, screenHigh int // in points of the screen
		wide, high             int
		scale                  string
	}{
		{"1024x700", 1280, 800, 1024, 700, "1"},
		{"1280x800", 1300, 860, 1280, 800, "1"},
		{"1024x700-at-200-percent", 2100, 1460, 2048, 1400, "2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := openWindow(t, openDisplay(t, c.screenWide, c.screenHigh), "FYNE_SCALE="+c.scale)
			w.do("windowsize", w.id, fmt.Sprint(c.wide), fmt.Sprint(c.high))
			w.wait("its size", func() bool {
				r := w.look("size", "")
				return int(r.Size.Width*r.Scale+0.5) == c.wide && int(r.Size.Height*r.Scale+0.5) == c.high
			})
			w.click(say("home.sample"))
			w.sees(say("wizard.blinding.blind"))
			for i := range 7 {
				w.key("ctrl+" + fmt.Sprint(i+1))
				w.keep(fmt.Sprintf("%s-step%d", c.name, i+1))
				r := w.look("size", "")
				if r.Least.Width > r.Size.Width || r.Least.Height > r.Size.Height {
					t.Errorf("step %d needs %v and has %v", i+1, r.Least, r.Size)
				}
			}
		})
	}
}
