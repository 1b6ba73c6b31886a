package app

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/results"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// SaveFile asks where a file is to be saved, at the folder that was used last, and says where it stands then.
func (s *Shell) SaveFile(name string, data []byte) {
	s.choose(choosing{title: s.words.T("app.save-file"), yes: s.words.T("app.save"), save: name, endings: []string{filepath.Ext(name)},
		fits: s.words.T("files.kind.alike", "ending", filepath.Ext(name)), then: func(paths []string) { s.write(paths[0], data) }})
}

// write saves a file beside the window and says where it stands, or why it does not.
func (s *Shell) write(path string, data []byte) {
	s.Start(host.Job{
		Title: s.words.T("app.save-file"), Quiet: true,
		Work: func(context.Context, job.Report) error {
			if err := folder.WriteFile(path, data, 0o600); err != nil {
				return &study.Problem{ID: "app.not-saved", File: filepath.Base(path), Err: err}
			}
			return nil
		},
		After: func(end job.End) {
			if end == job.Done {
				s.Say(s.words.T("app.saved-at", "path", path))
			}
		},
	})
}

// CopyText puts a text onto the clipboard and says what was done.
func (s *Shell) CopyText(text, said string) {
	s.app.Clipboard().SetContent(text)
	s.Say(said)
}

// CopyPicture puts a picture onto the clipboard by a program that the system brings along. Where there is none it asks
// where to save the picture instead, and says so.
func (s *Shell) CopyPicture(name string, png []byte) {
	copied := false
	s.Start(host.Job{
		Title: s.words.T("result.chart.copy"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) error {
			copied = copyPicture(ctx, runtime.GOOS, png, command)
			return nil
		},
		After: func(end job.End) {
			switch {
			case end != job.Done:
			case copied:
				s.Say(s.words.T("result.chart.copied"))
			default:
				s.Say(s.words.T("result.chart.not-copied"))
				s.SaveFile(name, png)
			}
		},
	})
}

// copyPicture tries the system's ways to the clipboard one after the other.
func copyPicture(ctx context.Context, system string, png []byte, run func(ctx context.Context, in []byte, args ...string) error) bool {
	switch system {
	case "linux":
		return run(ctx, png, "wl-copy", "--type", "image/png") == nil ||
			run(ctx, png, "xclip", "-selection", "clipboard", "-t", "image/png", "-i") == nil
	case "darwin", "windows":
		f, err := os.CreateTemp("", "iucom-*.png")
		if err != nil {
			return false
		}
		path := f.Name()
		_, err = f.Write(png)
		if err = errors.Join(err, f.Close()); err == nil {
			err = run(ctx, nil, copyFile(system, path)...)
		}
		return errors.Join(err, os.Remove(path)) == nil
	}
	return false
}

// copyFile is the command that puts a picture in a file onto the clipboard.
func copyFile(system, path string) []string {
	if system == "darwin" {
		path = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(path)
		return []string{"osascript", "-e", `set the clipboard to (read (POSIX file "` + path + `") as «class PNGf»)`}
	}
	path = strings.ReplaceAll(path, "'", "''")
	return []string{"powershell", "-NoProfile", "-STA", "-Command",
		`Add-Type -AssemblyName System.Windows.Forms,System.Drawing; [Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromFile('` + path + `'))`}
}

// command runs a program of the system with an input.
func command(ctx context.Context, in []byte, args ...string) error {
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	if in != nil {
		c.Stdin = bytes.NewReader(in)
	}
	return c.Run()
}

// NewTest begins another test of a study.
func (s *Shell) NewTest(studyID string) {
	s.OpenStudy(studyID)
	if s.wizard != nil {
		s.wizard.NewTest()
	}
}

// ShowAdjudication shows what reviewers agree on where their categories differ.
func (s *Shell) ShowAdjudication(ref conduct.Ref) {
	results.OpenAdjudication(s.conduct, s, ref, func(screen fyne.CanvasObject, title string, first fyne.Focusable) {
		s.wizard = nil
		s.set(screen, title, func() { s.ShowAdjudication(ref) })
		s.Focus(first)
	}, func() { s.openTest(ref, "start") })
}

// openTest shows a page of the steps of a test.
func (s *Shell) openTest(ref conduct.Ref, page string) {
	s.OpenStudy(ref.Study)
	if s.wizard != nil {
		s.wizard.OpenTest(ref.Test)
		s.wizard.Show(page)
	}
}
