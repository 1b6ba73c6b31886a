package main

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// setup installs what building the window needs, and does nothing when all is there. On systems other than Linux
// it can not install a compiler, and says in one line which is needed and where it comes from.
func (r *runner) setup(ctx context.Context) error {
	if runtime.GOOS != "linux" {
		return r.compilerElsewhere()
	}
	missing := missingNeeds(windowNeeds)
	if len(missing) == 0 {
		r.say("dev.setup.complete")
		return nil
	}
	m, ok := findManager(managers, exec.LookPath)
	if !ok {
		return &study.Problem{ID: "dev.no-package-manager", Args: map[string]any{"needs": needNames(missing)}}
	}
	packages := packagesFor(missing, m.program)
	r.say("dev.setup.installing", "manager", m.program, "packages", strings.Join(packages, " "))
	for _, why := range reasons(missing) {
		r.say(why)
	}
	if m.refresh != nil {
		if err := r.asRoot(ctx, m.program, m.refresh...); err != nil {
			return err
		}
	}
	return r.asRoot(ctx, m.program, append(slices.Clone(m.install), packages...)...)
}

// compilerElsewhere checks for a C compiler where the program can not install one.
func (r *runner) compilerElsewhere() error {
	for _, name := range []string{"gcc", "clang", "cc"} {
		if _, err := exec.LookPath(name); err == nil {
			r.say("dev.setup.complete")
			return nil
		}
	}
	if runtime.GOOS == "darwin" {
		return &study.Problem{ID: "dev.no-compiler-darwin"}
	}
	return &study.Problem{ID: "dev.no-compiler-windows"}
}

// asRoot runs a program with the rights to install, through sudo where the person is not root.
func (r *runner) asRoot(ctx context.Context, name string, args ...string) error {
	env := []string{"DEBIAN_FRONTEND=noninteractive"}
	if os.Geteuid() == 0 {
		return r.run(ctx, env, name, args...)
	}
	if _, err := exec.LookPath("sudo"); err != nil {
		return &study.Problem{ID: "dev.no-sudo", Args: map[string]any{"command": name + " " + strings.Join(args, " ")}}
	}
	return r.run(ctx, env, "sudo", append([]string{name}, args...)...)
}

func missingNeeds(needs []need) []need {
	var missing []need
	for _, n := range needs {
		if !n.there() {
			missing = append(missing, n)
		}
	}
	return missing
}

// findManager gives the first package manager that the system has.
func findManager(list []manager, look func(string) (string, error)) (manager, bool) {
	for _, m := range list {
		if _, err := look(m.program); err == nil {
			return m, true
		}
	}
	return manager{}, false
}

// packagesFor lists the packages a manager knows the needs under, each once.
func packagesFor(needs []need, program string) []string {
	var names []string
	for _, n := range needs {
		for _, name := range strings.Fields(n.packages[program]) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// reasons lists why the needs are needed, each once.
func reasons(needs []need) []string {
	var keys []string
	for _, n := range needs {
		if !slices.Contains(keys, n.why) {
			keys = append(keys, n.why)
		}
	}
	return keys
}

func needNames(needs []need) string {
	var names []string
	for _, n := range needs {
		names = append(names, n.program+n.header)
	}
	return strings.Join(names, ", ")
}
