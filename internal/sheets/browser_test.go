package sheets_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// browser is a Chromium without a window, told what to do in the DevTools protocol through a pair of pipes: no port, no
// library, no network.
type browser struct {
	t    testing.TB
	to   io.Writer
	mu   sync.Mutex
	next int
	wait map[int]chan reply
	said []string // what pages complained about: exceptions, broken policies, requests
	dir  string   // downloads
}

// reply is a message of the protocol: an answer to a command, or an event.
type reply struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

// startBrowser starts the installed Chromium; without one the test is left out and says so.
func startBrowser(t testing.TB) *browser {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("left out: Chromium is not driven through pipes on Windows")
	}
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil && program == "" {
			program = path
		}
	}
	if program == "" {
		t.Skip("left out: no Chromium is installed")
	}
	profile := t.TempDir()
	b := &browser{t: t, wait: make(map[int]chan reply), dir: t.TempDir()}
	hear, tell, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, speak, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.Background(), program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--no-first-run", "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
		"--user-data-dir="+profile, "about:blank")
	cmd.ExtraFiles = []*os.File{hear, speak}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	hear.Close()
	speak.Close()
	b.to = tell
	go b.listen(answers)
	t.Cleanup(func() {
		b.ask("", "Browser.close", nil)
		tell.Close()
		stop := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		stop.Stop()
		answers.Close()
	})
	b.call("", "Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": b.dir}, nil)
	return b
}

// listen hands answers to those who wait for them, and notes what pages complain about.
func (b *browser) listen(from io.Reader) {
	in := bufio.NewReaderSize(from, 1<<20)
	for {
		raw, err := in.ReadBytes(0)
		if err != nil {
			return
		}
		var r reply
		if json.Unmarshal(bytes.TrimSuffix(raw, []byte{0}), &r) != nil {
			continue
		}
		b.mu.Lock()
		switch r.Method {
		case "Runtime.exceptionThrown", "Log.entryAdded":
			b.said = append(b.said, r.Method+" "+string(r.Params))
		case "Network.requestWillBeSent":
			var p struct{ Request struct{ URL string } }
			if json.Unmarshal(r.Params, &p) == nil && !strings.HasPrefix(p.Request.URL, "file:") && !strings.HasPrefix(p.Request.URL, "blob:") {
				b.said = append(b.said, "request "+p.Request.URL)
			}
		}
		if done, ok := b.wait[r.ID]; ok && r.ID != 0 {
			delete(b.wait, r.ID)
			done <- r
		}
		b.mu.Unlock()
	}
}

// ask sends a command and waits for its answer.
func (b *browser) ask(session, method string, params any) (reply, error) {
	b.mu.Lock()
	b.next++
	id, done := b.next, make(chan reply, 1)
	b.wait[id] = done
	b.mu.Unlock()
	raw, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params, "sessionId": session})
	if err != nil {
		return reply{}, err
	}
	if session == "" {
		raw = bytes.Replace(raw, []byte(`,"sessionId":""`), nil, 1)
	}
	if params == nil {
		raw = bytes.Replace(raw, []byte(`,"params":null`), nil, 1)
	}
	if _, err := b.to.Write(append(raw, 0)); err != nil {
		return reply{}, err
	}
	select {
	case r := <-done:
		if r.Error != nil {
			return r, fmt.Errorf("%s: %s", method, r.Error.Message)
		}
		return r, nil
	case <-time.After(60 * time.Second):
		return reply{}, fmt.Errorf("%s: no answer", method)
	}
}

func (b *browser) call(session, method string, params map[string]any, result any) {
	b.t.Helper()
	r, err := b.ask(session, method, params)
	if err != nil {
		b.t.Fatal(err)
	}
	if result != nil {
		if err := json.Unmarshal(r.Result, result); err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
	}
}

// tab is one open page.
type tab struct {
	*browser
	session string
}

// open opens a page from a file as a person would, by its address; before runs in it before the page's own script.
func (b *browser) open(page, before string) *tab {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "Bewertung.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		b.t.Fatal(err)
	}
	var target struct{ TargetID string }
	b.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var at struct{ SessionID string }
	b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &at)
	p := &tab{b, at.SessionID}
	for _, domain := range []string{"Page", "Runtime", "Log", "Network", "Accessibility"} {
		b.call(p.session, domain+".enable", nil, nil)
	}
	if before != "" {
		b.call(p.session, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": before}, nil)
	}
	b.call(p.session, "Page.navigate", map[string]any{"url": "file://" + filepath.ToSlash(file)}, nil)
	p.until("document.readyState === 'complete' && location.protocol === 'file:'")
	return p
}

// js evaluates an expression in the page.
func (p *tab) js(expression string) any {
	p.t.Helper()
	value, err := p.evaluate(expression)
	if err != nil {
		p.t.Fatal(err)
	}
	return value
}

func (p *tab) evaluate(expression string) (any, error) {
	r, err := p.ask(p.session, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true})
	if err != nil {
		return nil, err
	}
	var said struct {
		Result           struct{ Value any }
		ExceptionDetails json.RawMessage
	}
	if err := json.Unmarshal(r.Result, &said); err != nil {
		return nil, fmt.Errorf("%s: %w", expression, err)
	}
	if said.ExceptionDetails != nil {
		return nil, fmt.Errorf("%s: %s", expression, said.ExceptionDetails)
	}
	return said.Result.Value, nil
}

func (p *tab) text(expression string) string {
	p.t.Helper()
	s, _ := p.js(expression).(string)
	return s
}

// until waits until an expression is true. A question that meets a page on its way to another (a navigation, a reload)
// gets no answer, or one from a page half built: that is «not yet», and only the last such fault is told.
func (p *tab) until(expression string) {
	p.t.Helper()
	var last error
	for range 400 {
		value, err := p.evaluate(expression)
		if err == nil && value == true {
			return
		}
		last = err
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("never true: %s (%v)", expression, last)
}

// click clicks on the one element of a selector.
func (p *tab) click(selector string) {
	p.t.Helper()
	if n := p.js(fmt.Sprintf("document.querySelectorAll(%q).length", selector)); n != 1.0 {
		p.t.Fatalf("%s: %v elements", selector, n)
	}
	p.js(fmt.Sprintf("document.querySelector(%q).click()", selector))
}

// enter puts the focus into a field and writes into it, line breaks and all.
func (p *tab) enter(selector, text string) {
	p.t.Helper()
	p.js(fmt.Sprintf("(() => { const e = document.querySelector(%q); e.focus(); e.select(); })()", selector))
	p.call(p.session, "Input.insertText", map[string]any{"text": text}, nil)
}

// press presses keys one after the other.
func (p *tab) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		down := map[string]any{"type": "keyDown", "key": key}
		switch {
		case len(key) == 1:
			down["text"] = key
		case key == "Enter":
			down["text"], down["code"], down["windowsVirtualKeyCode"] = "\r", key, 13
		case key == "Tab":
			down["code"], down["windowsVirtualKeyCode"] = key, 9
		case key == "Escape":
			down["code"], down["windowsVirtualKeyCode"] = key, 27
		}
		p.call(p.session, "Input.dispatchKeyEvent", down, nil)
		p.call(p.session, "Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil)
	}
}

// downloaded waits for a file that the page hands over.
func (p *tab) downloaded(name string) []byte {
	p.t.Helper()
	for range 200 {
		if data, err := os.ReadFile(filepath.Join(p.dir, name)); err == nil && len(data) > 0 {
			entries, err := os.ReadDir(p.dir)
			if err != nil {
				p.t.Fatal(err)
			}
			if !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), ".crdownload") }) {
				return data
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("the page handed over no %s; it says %q and complains %v", name, p.text("document.querySelector('header').innerText"), p.complaints())
	return nil
}

// complaints are what pages complained about since the last call.
func (b *browser) complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	said := b.said
	b.said = nil
	return said
}
