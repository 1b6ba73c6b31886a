package officetest

import (
	"bytes"
	"context"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// patience is how long one start of LibreOffice may take: a first start on a busy machine takes minutes.
const patience = 5 * time.Minute

// Office is an installed LibreOffice with a profile of its own, so that it meets neither the user's nor another test's.
type Office struct {
	program, profile string
}

// Find finds the installed LibreOffice. Without one the test is left out.
func Find(t testing.TB) Office {
	t.Helper()
	for _, name := range []string{"soffice", "libreoffice"} {
		if path, err := exec.LookPath(name); err == nil {
			return Office{path, t.TempDir()}
		}
	}
	t.Skip("left out: no LibreOffice is installed")
	return Office{}
}

// Profile is the folder of the profile. LibreOffice fills it at its first start.
func (o Office) Profile() string { return o.profile }

// Save opens files and saves them in the format that as names, in the way of --convert-to. Options may say how a CSV is
// read. What was saved is given by file name. Without the part of LibreOffice that the files need, the test is left out.
func (o Office) Save(t testing.TB, as string, files []string, options ...string) map[string][]byte {
	t.Helper()
	saved, said := o.convert(t, as, files, options...)
	if len(saved) > 0 {
		return saved
	}
	if whole, _ := o.convert(t, "csv", []string{plain(t)}); len(whole) == 0 {
		t.Skip("left out: this LibreOffice has no Calc")
	}
	t.Fatalf("LibreOffice saved nothing:\n%s", said)
	return nil
}

// plain writes a table that every Calc can open.
func plain(t testing.TB) string {
	file := filepath.Join(t.TempDir(), "plain.csv")
	if err := os.WriteFile(file, []byte("a,b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// PDF prints documents, given by file name, and gives the pages by the same names. A document that LibreOffice can not
// open is a failure.
func (o Office) PDF(t testing.TB, documents map[string][]byte) map[string][]byte {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for name, data := range documents {
		files = append(files, filepath.Join(dir, name))
		if err := os.WriteFile(files[len(files)-1], data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(files)
	saved, said := o.convert(t, "pdf", files)
	pages := make(map[string][]byte)
	for name := range documents {
		pdf := saved[strings.TrimSuffix(name, filepath.Ext(name))+".pdf"]
		if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
			t.Fatalf("%s gave no PDF:\n%s", name, said)
		}
		pages[name] = pdf
	}
	return pages
}

// convert starts LibreOffice once for all files and gives what it wrote and what it said.
func (o Office) convert(t testing.TB, as string, files []string, options ...string) (saved map[string][]byte, said []byte) {
	t.Helper()
	out := t.TempDir()
	said = o.start(t, append(append(slices.Clone(options), "--convert-to", as, "--outdir", out), files...)...)
	entries, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	saved = make(map[string][]byte)
	for _, e := range entries {
		if saved[e.Name()], err = os.ReadFile(filepath.Join(out, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return saved, said
}

// Run lets LibreOffice run a program in Basic whose routine is called Main. The profile must have been started before:
// the first start fills the library that the program is put into.
func (o Office) Run(t testing.TB, program string) {
	t.Helper()
	library := filepath.Join(o.profile, "user", "basic", "Standard")
	if err := os.MkdirAll(library, 0o700); err != nil {
		t.Fatal(err)
	}
	var escaped strings.Builder
	if err := xml.EscapeText(&escaped, []byte(program)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"script.xlb": `<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Program"/></library:library>`,
		"Program.xba": `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Program" script:language="StarBasic">` +
			strings.ReplaceAll(escaped.String(), "&#xA;", "\n") + `</script:module>`,
	} {
		if err := os.WriteFile(filepath.Join(library, name), []byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o.start(t, "macro:///Standard.Program.Main()")
}

func (o Office) start(t testing.TB, arguments ...string) (said []byte) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	own := []string{"-env:UserInstallation=file://" + filepath.ToSlash(o.profile), "--headless", "--norestore"}
	said, err := exec.CommandContext(ctx, o.program, append(own, arguments...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("LibreOffice: %v\n%s", err, said)
	}
	return said
}
