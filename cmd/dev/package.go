package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"runtime"
)

// release strips what only a debugger needs.
const release = "-s -w"

// systems are those for which the terminal program is handed out.
var systems = append([]string{"linux"}, elsewhere...)

// pack builds what can be handed out into dist/: the terminal program for every system, the window for this one,
// and for Windows too where its cross compiler is installed. A window for macOS has to be built on a Mac.
func (r *runner) pack(ctx context.Context) error {
	for _, system := range systems {
		name := "studyctl"
		if system == "windows" {
			name += ".exe"
		}
		env := []string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=amd64"}
		out := filepath.Join("dist", system+"-amd64", name)
		if err := r.run(ctx, env, "go", "build", "-trimpath", "-ldflags", release, "-o", out, "./cmd/studyctl"); err != nil {
			return err
		}
	}
	if err := r.setup(ctx); err != nil {
		return err
	}
	if err := r.packWindow(ctx, runtime.GOOS, nil); err != nil {
		return err
	}
	const cross = "x86_64-w64-mingw32-gcc"
	if _, err := exec.LookPath(cross); err != nil || runtime.GOOS == "windows" {
		r.say("dev.package.done", "folder", "dist")
		return nil
	}
	if err := r.packWindow(ctx, "windows", []string{"GOOS=windows", "GOARCH=amd64", "CC=" + cross}); err != nil {
		return err
	}
	r.say("dev.package.done", "folder", "dist")
	return nil
}

// packWindow builds the window for one system. Windows programs are linked without a console.
func (r *runner) packWindow(ctx context.Context, system string, env []string) error {
	name, flags := "iucom-studien", release
	if system == "windows" {
		name, flags = name+".exe", release+" -H=windowsgui"
	}
	out := filepath.Join("dist", system+"-"+runtime.GOARCH, name)
	return r.run(ctx, append([]string{"CGO_ENABLED=1"}, env...), "go", "build", "-tags", windowTags, "-ldflags", flags, "-o", out, "./cmd/iucom-studien")
}
