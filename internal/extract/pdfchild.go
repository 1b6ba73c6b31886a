package extract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// The second engine reads where PDFium can not be started. It may panic, hang or take all memory on damaged files, and can
// not be interrupted: it runs in a child process, the program itself started once more, which ends when it uses too
// much.

const (
	// childWord is the first argument of the program as a child.
	childWord   = "extract-pdf-child"
	childMemory = 512 << 20
	childTime   = 60 * time.Second
)

// childReady tells that the program can be its own child. Without that, starting it again would do whatever the program does
// when started with an unknown argument.
var childReady atomic.Bool

// RunChild must be called first in main, with the program's arguments and streams. In the child process it does the
// child's work and gives true, and main returns with the status; in the ordinary program it gives false and lets
// [Read] start children from then on.
func RunChild(args []string, in io.Reader, out io.Writer) (status int, isChild bool) {
	if len(args) < 2 || args[1] != childWord {
		childReady.Store(true)
		return 0, false
	}
	done := make(chan struct{})
	defer close(done)
	go watchMemory(childMemory, done)
	end := time.AfterFunc(childTime, func() { os.Exit(1) })
	defer end.Stop()
	if err := secondEngine(in, out); err != nil {
		return 1, true
	}
	return 0, true
}

// watchMemory ends the process when it uses more than the limit, until the work is done.
func watchMemory(limit uint64, done <-chan struct{}) {
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	var m runtime.MemStats
	for {
		select {
		case <-done:
			return
		case <-look.C:
			if runtime.ReadMemStats(&m); m.HeapAlloc > limit {
				os.Exit(1)
			}
		}
	}
}

// childPages is what the child writes.
type childPages struct {
	Pages    []string `json:"pages"`
	Password bool     `json:"password"`
	TooMany  bool     `json:"too_many"`
	Fault    string   `json:"fault"`
}

// secondEngine reads a file from in and writes its pages to out.
func secondEngine(in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(io.LimitReader(in, MaxFile+1))
	if err != nil {
		return fmt.Errorf("reading the file: %w", err)
	}
	return json.NewEncoder(out).Encode(secondRead(data))
}

// errNoEngine is the fault when neither engine can work.
var errNoEngine = errors.New("the reader of PDF files could not be started")

// readPDFInChild reads a file with the second engine.
func readPDFInChild(ctx context.Context, name string, data []byte) (Document, error) {
	if !childReady.Load() {
		p := problem("file.no-pdf-reader", name)
		p.Err = errNoEngine
		return Document{}, p
	}
	program, err := os.Executable()
	if err != nil {
		return Document{}, fmt.Errorf("finding the program: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, childTime)
	defer cancel()
	child := exec.CommandContext(ctx, program, childWord)
	child.Stdin = strings.NewReader(string(data))
	child.Env = []string{}
	child.WaitDelay = time.Second
	pipe, err := child.StdoutPipe()
	if err != nil {
		return Document{}, fmt.Errorf("starting the second reader: %w", err)
	}
	if err := child.Start(); err != nil {
		return Document{}, fmt.Errorf("starting the second reader: %w", err)
	}
	var pages childPages
	readErr := json.NewDecoder(io.LimitReader(pipe, 4*maxText)).Decode(&pages)
	cancelled := ctx.Err()
	if readErr != nil {
		cancel()
	}
	waitErr := child.Wait()
	switch {
	case cancelled != nil:
		return Document{}, cancelled
	case readErr != nil || waitErr != nil:
		return Document{}, broken(name, errors.Join(readErr, waitErr))
	}
	return pages.document(name)
}

// document puts the child's pages together.
func (c childPages) document(name string) (Document, error) {
	switch {
	case c.Password:
		return Document{}, problem("file.password", name)
	case c.TooMany:
		return Document{}, tooManyPages()
	case c.Fault != "":
		return Document{}, broken(name, errors.New(c.Fault))
	}
	doc := Document{Format: "pdf", Pages: len(c.Pages)}
	var empty []string
	for i, page := range c.Pages {
		if strings.TrimSpace(page) == "" {
			empty = append(empty, strconv.Itoa(i+1))
			continue
		}
		doc.Text += strings.TrimRight(page, "\n") + "\n"
	}
	doc.Text = tidy(doc.Text)
	found := findings{simple: doc.Text != ""}
	doc.Warnings = found.warnings(doc.Text)
	if len(empty) > 0 && doc.Text != "" {
		doc.Warnings = append(doc.Warnings, Warning{Kind: "pages-without-text", Args: map[string]any{"pages": strings.Join(empty, ", ")}})
	}
	return doc, nil
}
