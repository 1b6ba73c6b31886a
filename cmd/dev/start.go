package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
)

// windowTags build the window: all work off the main goroutine goes through fyne.Do, which the tag relies on.
const windowTags = "migrated_fynedo"

// start brings up the program on a machine that has only Go and git. Where there is no display it shows the sample
// study in the terminal instead, since nothing of the window could be seen.
func (r *runner) start(ctx context.Context) error {
	if !hasDisplay(runtime.GOOS, os.Getenv) {
		r.say("dev.start.no-display")
		return r.demo(ctx)
	}
	if err := r.setup(ctx); err != nil {
		return err
	}
	r.say("dev.start.building")
	window := binary("iucom-studien")
	if err := r.build(ctx, window, windowTags, "./cmd/iucom-studien"); err != nil {
		return err
	}
	return r.run(ctx, nil, window)
}

// demo builds the terminal program, which needs no compiler but Go, and takes the sample study through.
func (r *runner) demo(ctx context.Context) error {
	terminal := binary("studyctl")
	if err := r.run(ctx, []string{"CGO_ENABLED=0"}, "go", "build", "-o", terminal, "./cmd/studyctl"); err != nil {
		return err
	}
	return r.run(ctx, nil, terminal, "demo")
}

func (r *runner) build(ctx context.Context, out, tags, pkg string) error {
	return r.run(ctx, []string{"CGO_ENABLED=1"}, "go", "build", "-tags", tags, "-o", out, pkg)
}

// binary is where a program is built to.
func binary(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join("bin", name)
}

// hasDisplay tells whether a window could be shown. Windows and macOS always have one; Linux says so in its
// environment.
func hasDisplay(goos string, getenv func(string) string) bool {
	if goos != "linux" && goos != "freebsd" && goos != "openbsd" {
		return true
	}
	return getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != ""
}
