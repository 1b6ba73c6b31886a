//go:build !ci

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tools are what a real window without a person in front of it needs.
var tools = []string{"Xvfb", "openbox", "xdotool"}

// pythons are where a Python may be that has Xlib: that of the system has it more often than the first on the path.
var pythons = []string{"python3", "/usr/bin/python3"}

// python is a Python with Xlib; "" when there is none.
func python() string {
	for _, name := range pythons {
		if exec.Command(name, "-c", "import Xlib").Run() == nil {
			return name
		}
	}
	return ""
}

// needsTools skips a test where the tools are not installed.
func needsTools(t testing.TB) {
	t.Helper()
	if python() == "" {
		t.Skip("not run: no python3 with Xlib is installed, which files are dropped with")
	}
	for _, name := range tools {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("not run: %s is not installed; a real window needs %s", name, strings.Join(tools, ", "))
		}
	}
}

// display is a screen that nobody looks at, with a window manager.
type display struct {
	name  string // ":99"
	frame string // file that holds what is on the screen

	width, height int
	head, stride  int64 // where the points begin in it, and how long a line is
}

// openDisplay opens a screen of a size in points, with a window manager, and closes it with the test.
func openDisplay(t testing.TB, width, height int) *display {
	t.Helper()
	d := bareDisplay(t, width, height)
	manager := exec.Command("openbox")
	manager.Env = append(os.Environ(), "DISPLAY="+d.name, "HOME="+t.TempDir())
	begin(t, manager)
	return d
}

// bareDisplay opens a screen without a window manager: windows open in its upper left corner, without a frame.
func bareDisplay(t testing.TB, width, height int) *display {
	t.Helper()
	dir := t.TempDir()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-nolisten", "tcp", "-fbdir", dir)
	server.ExtraFiles = []*os.File{write}
	begin(t, server)
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("the screen did not come up: %v", err)
	}
	d := &display{name: ":" + strings.TrimSpace(number), frame: filepath.Join(dir, "Xvfb_screen0")}
	if err := d.measure(); err != nil {
		t.Fatal(err)
	}
	return d
}

// measure reads how the server keeps the screen: in a file in the format of xwd, four bytes a point.
func (d *display) measure() error {
	data, err := os.ReadFile(d.frame)
	if err != nil {
		return err
	}
	const fields = 25
	if len(data) < 4*fields {
		return fmt.Errorf("reading the screen: %d bytes", len(data))
	}
	field := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	if field(11) != 32 {
		return fmt.Errorf("reading the screen: %d bits a point", field(11))
	}
	d.width, d.height, d.stride = field(4), field(5), int64(field(12))
	d.head = int64(field(0) + 12*field(19)) // the header, and the table of colours
	return nil
}

// begin starts a program that ends with the test at the latest.
func begin(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended by itself
		_ = cmd.Wait()
	})
}

// picture is what is on the screen.
func (d *display) picture() (*image.RGBA, error) {
	data, err := os.ReadFile(d.frame)
	if err != nil {
		return nil, err
	}
	p := image.NewRGBA(image.Rect(0, 0, d.width, d.height))
	for y := range d.height {
		for x := range d.width {
			at := d.head + int64(y)*d.stride + 4*int64(x)
			p.SetRGBA(x, y, color.RGBA{data[at+2], data[at+1], data[at], 255})
		}
	}
	return p, nil
}

// xdotool works mouse and keyboard.
func (d *display) xdotool(args ...string) (string, error) {
	cmd := exec.Command("timeout", append([]string{"5", "xdotool"}, args...)...)
	cmd.Env = append(os.Environ(), "DISPLAY="+d.name)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("xdotool %s: %w %s", strings.Join(args, " "), err, said.String())
	}
	return strings.TrimSpace(string(out)), nil
}

// window is the program in its window, as a person finds it at the first start.
type window struct {
	t       testing.TB
	display *display
	id      string // of the window on the display
	home    string // where database and documents are
	cmd     *exec.Cmd
	ask     *json.Encoder
	replies *json.Decoder
	ended   chan error
	said    bytes.Buffer // on standard error
}

// clean is the environment of a program that finds an empty home, in English and light.
func clean(display, home string) []string {
	return append(os.Environ(), "DISPLAY="+display, "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"),
		"XDG_CACHE_HOME="+filepath.Join(home, "cache"), homeVariable+"="+home, "LANG=en_US.UTF-8", "LANGUAGE=", "LC_ALL=", "FYNE_THEME=light",
		"DBUS_SESSION_BUS_ADDRESS=")
}

// openWindow starts the program, with variables of the environment, and waits for its window.
func openWindow(t testing.TB, d *display, env ...string) *window {
	t.Helper()
	w := &window{t: t, display: d, home: t.TempDir(), ended: make(chan error, 1)}
	w.cmd = exec.Command(os.Args[0])
	w.cmd.Env = append(append(clean(d.name, w.home), drivenVariable+"=1"), env...)
	w.cmd.Stderr = &w.said
	in, err := w.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { w.ended <- w.cmd.Wait() }()
	w.ask, w.replies = json.NewEncoder(in), json.NewDecoder(io.Reader(out))
	t.Cleanup(func() {
		_ = w.cmd.Process.Kill() // it may have been closed
		if t.Failed() {
			t.Logf("the program said: %s", w.said.String())
		}
	})
	w.wait("its window", func() bool {
		id, err := d.xdotool("search", "--onlyvisible", "--name", metadata.Name)
		w.id, _, _ = strings.Cut(id, "\n")
		return err == nil && w.id != ""
	})
	w.do("windowactivate", w.id)
	w.sees(english(t)("home.about"))
	return w
}

// patience is how long anything may take on a busy machine.
const patience = 60 * time.Second

// wait waits until something has come about.
func (w *window) wait(what string, there func() bool) {
	w.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if there() {
			return
		}
		if time.Now().After(end) {
			w.keep("missing")
			w.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// do works mouse and keyboard.
func (w *window) do(args ...string) {
	w.t.Helper()
	if _, err := w.display.xdotool(args...); err != nil {
		w.t.Fatal(err)
	}
}

// look asks the one inside.
func (w *window) look(ask, text string) report {
	w.t.Helper()
	var r report
	if err := w.ask.Encode(inquiry{ask, text}); err != nil {
		w.t.Fatalf("the program does not listen: %v", err)
	}
	if err := w.replies.Decode(&r); err != nil {
		w.t.Fatalf("the program does not answer: %v", err)
	}
	return r
}

// sees waits until a text is in sight.
func (w *window) sees(text string) {
	w.t.Helper()
	w.wait(strconv.Quote(text), func() bool { return w.shows(text) })
}

// shows tells whether a text is in sight.
func (w *window) shows(text string) bool {
	return strings.Contains(strings.Join(w.look("texts", "").Texts, "\n"), text)
}

// click waits for something that can be pressed, scrolls to it where it must, and presses it with the mouse.
func (w *window) click(text string) {
	w.t.Helper()
	var r report
	w.wait(strconv.Quote(text)+" to press", func() bool {
		if r = w.look("where", text); r.Found && r.Enabled {
			return true
		}
		if r.Frame.Width > 0 {
			w.do("mousemove", "--window", w.id, "700", "450", "click", "5")
		}
		return false
	})
	time.Sleep(100 * time.Millisecond) // what has just been laid out may still move
	r = w.look("where", text)
	x, y := r.Frame.X+r.Frame.Width/2, r.Frame.Y+r.Frame.Height/2
	w.do("mousemove", "--window", w.id, strconv.Itoa(int(x)), strconv.Itoa(int(y)), "sleep", "0.05", "click", "1")
}

// key presses keys with the keyboard, as xdotool names them.
func (w *window) key(names ...string) {
	w.t.Helper()
	w.do(append([]string{"key"}, names...)...)
	time.Sleep(150 * time.Millisecond)
}

// drop drops files onto the window, as a file manager does.
func (w *window) drop(paths ...string) {
	w.t.Helper()
	cmd := exec.Command("timeout", append([]string{"20", python(), filepath.Join("testdata", "xdnd.py"), w.id}, paths...)...)
	cmd.Env = append(os.Environ(), "DISPLAY="+w.display.name)
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("dropping: %v %s", err, out)
	}
}

// keep writes what is on the screen beside the test's other files, where a folder for pictures is named, and fails
// when nothing is on it.
func (w *window) keep(name string) {
	w.t.Helper()
	p := w.settled()
	if colours(p) < 8 {
		w.t.Errorf("%s: the screen shows nothing", name)
	}
	if *pictures == "" {
		return
	}
	if err := os.MkdirAll(*pictures, 0o755); err != nil {
		w.t.Fatal(err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), b.Bytes(), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// settled is what is on the screen when it has come to rest, or after two seconds where something goes on moving.
func (w *window) settled() *image.RGBA {
	w.t.Helper()
	var before *image.RGBA
	for range 10 {
		p, err := w.display.picture()
		if err != nil {
			w.t.Fatal(err)
		}
		if before != nil && bytes.Equal(before.Pix, p.Pix) {
			return p
		}
		before = p
		time.Sleep(200 * time.Millisecond)
	}
	return before
}

// colours counts the colours of a picture.
func colours(p *image.RGBA) int {
	seen := make(map[color.RGBA]bool)
	for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y += 2 {
		for x := p.Rect.Min.X; x < p.Rect.Max.X; x += 2 {
			seen[p.RGBAAt(x, y)] = true
		}
	}
	return len(seen)
}

// closed waits until the program has ended, and fails when it did so badly.
func (w *window) closed() {
	w.t.Helper()
	select {
	case err := <-w.ended:
		if err != nil {
			w.t.Errorf("the program ended with %v", err)
		}
	case <-time.After(patience):
		w.t.Fatal("the program does not end")
	}
}
