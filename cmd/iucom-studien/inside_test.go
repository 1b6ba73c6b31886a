//go:build !ci

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
)

// drivenVariable makes the test program the window itself, with somebody inside who says where things are. Whatever is
// done to the window comes from outside, through the display, as from a person.
const drivenVariable = "IUCOM_STUDIEN_DRIVEN"

func TestMain(m *testing.M) {
	if os.Getenv(drivenVariable) == "" {
		os.Exit(m.Run())
	}
	if len(os.Args) == 1 { // and not a child that reads a document
		go answer(os.Stdin, os.Stdout)
	}
	main()
}

// inquiry is what is asked of the one inside.
type inquiry struct {
	Ask  string `json:"ask"`            // where, texts, focus, size, watch, longest
	Text string `json:"text,omitempty"` // of what is looked for
}

// report is the answer.
type report struct {
	Found, Enabled bool
	Frame          frame // in points of the screen, from the window's upper left corner
	Texts          []string
	Size           fyne.Size // of the window's inside, in the toolkit's measure
	Least          fyne.Size // that its content needs
	Scale          float32
	Longest        time.Duration // for which the window's goroutine was busy at a stretch
}

// frame is a rectangle.
type frame struct{ X, Y, Width, Height float32 }

// within is the part of a frame that lies in another.
func (f frame) within(g frame) frame {
	x, y := max(f.X, g.X), max(f.Y, g.Y)
	return frame{x, y, min(f.X+f.Width, g.X+g.Width) - x, min(f.Y+f.Height, g.Y+g.Height) - y}
}

func (f frame) empty() bool { return f.Width < 1 || f.Height < 1 }

// answer answers inquiries, a line each, until nobody asks any more.
func answer(in io.Reader, out io.Writer) {
	lines, replies := bufio.NewScanner(in), json.NewEncoder(out)
	var p pulse
	for lines.Scan() {
		var q inquiry
		var r report
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		switch q.Ask {
		case "watch":
			p.start()
		case "longest":
			r.Longest = p.end()
		default:
			fyne.DoAndWait(func() { r = look(q) })
		}
		if err := replies.Encode(r); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
	}
}

// pulse measures for how long the window's goroutine is busy: it has it do nothing, again and again, and notes how
// long that took to come about.
type pulse struct {
	stop    chan struct{}
	stopped chan struct{}
	longest atomic.Int64
}

const beat = 2 * time.Millisecond

func (p *pulse) start() {
	p.stop, p.stopped = make(chan struct{}), make(chan struct{})
	p.longest.Store(0)
	go func() {
		defer close(p.stopped)
		for {
			select {
			case <-p.stop:
				return
			case <-time.After(beat):
			}
			asked := time.Now()
			fyne.DoAndWait(func() {})
			p.longest.Store(max(p.longest.Load(), int64(time.Since(asked))))
		}
	}()
}

func (p *pulse) end() time.Duration {
	if p.stop == nil {
		return 0
	}
	close(p.stop)
	<-p.stopped
	p.stop = nil
	return time.Duration(p.longest.Load())
}

// look answers what can be seen; on the window's goroutine.
func look(q inquiry) report {
	all := fyne.CurrentApp().Driver().AllWindows()
	if len(all) == 0 {
		return report{}
	}
	c := all[0].Canvas()
	r := report{Size: c.Size(), Least: c.Content().MinSize(), Scale: c.Scale()}
	root := c.Content()
	if top := c.Overlays().Top(); top != nil {
		root = top
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(root)
	whole := frame{0, 0, c.Size().Width, c.Size().Height}
	walk(root, at, whole, func(o fyne.CanvasObject, f, seen frame) {
		text := textOf(o)
		switch {
		case q.Ask == "texts" && text != "" && !seen.empty():
			r.Texts = append(r.Texts, text)
		case q.Ask == "where" && matches(o, text, q.Text) && !r.Found:
			r.Found, r.Enabled = !seen.empty() && seen.Height > f.Height/2, true
			if d, ok := o.(fyne.Disableable); ok {
				r.Enabled = !d.Disabled()
			}
			r.Frame = frame{seen.X * r.Scale, seen.Y * r.Scale, seen.Width * r.Scale, seen.Height * r.Scale}
		}
	})
	if f, ok := c.Focused().(fyne.CanvasObject); ok && q.Ask == "focus" {
		r.Found, r.Texts = true, []string{fmt.Sprintf("%T", f), textOf(f)}
	}
	return r
}

// matches tells whether an object is what somebody looks for: a text that can be read, or a kind in angle brackets.
func matches(o fyne.CanvasObject, text, wanted string) bool {
	if kind, ok := strings.CutPrefix(wanted, "<"); ok {
		return fmt.Sprintf("%T", o) == strings.TrimSuffix(kind, ">")
	}
	return text != "" && text == wanted
}

// walk visits every object below a root that is shown, with its place and the part of it that lies in sight.
func walk(o fyne.CanvasObject, at fyne.Position, clip frame, visit func(o fyne.CanvasObject, f, seen frame)) {
	if o == nil || !o.Visible() {
		return
	}
	f := frame{at.X, at.Y, o.Size().Width, o.Size().Height}
	visit(o, f, f.within(clip))
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
	}
	if _, ok := o.(*container.Scroll); ok {
		clip = f.within(clip)
	}
	for _, child := range children {
		walk(child, at.Add(child.Position()), clip, visit)
	}
}

// textOf is what a person reads on an object.
func textOf(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *widget.Label:
		return o.Text
	case *widgets.Button:
		return o.Text
	case *widget.Button:
		return o.Text
	case *widgets.Field:
		if o.Text == "" {
			return o.PlaceHolder
		}
		return o.Text
	case *widgets.TextView:
		return o.Text()
	}
	return ""
}
