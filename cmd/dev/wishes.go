package main

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

// grantWishes installs what tests look with, on a machine that is set up for tests: one whose user is root (a container)
// or that says CI=true. On a person's own machine it installs nothing, and says in a line which programs would let more
// tests run. Whatever goes wrong here, the tests run: those that lack their program say so.
func (r *runner) grantWishes(ctx context.Context) {
	missing := missingNeeds(testWishes)
	if len(missing) == 0 {
		return
	}
	apt, there := findManager(managers[:1], exec.LookPath)
	if release, err := os.ReadFile("/etc/os-release"); err == nil && isUbuntu(string(release)) {
		missing = slices.DeleteFunc(missing, func(n need) bool { return n.why == "dev.wish.browser" })
	}
	packages := packagesFor(missing, apt.program)
	if runtime.GOOS != "linux" || !there || len(packages) == 0 || !forTests(os.Geteuid(), os.Getenv) {
		r.say("dev.wish.left-out")
		for _, why := range reasons(missing) {
			r.say(why)
		}
		return
	}
	r.say("dev.setup.installing", "manager", apt.program, "packages", strings.Join(packages, " "))
	for _, why := range reasons(missing) {
		r.say(why)
	}
	err := r.asRoot(ctx, apt.program, apt.refresh...)
	if err == nil {
		err = r.asRoot(ctx, apt.program, append(slices.Clone(apt.install), packages...)...)
	}
	if err != nil {
		r.say("dev.wish.failed", "error", err.Error())
	}
}

// forTests tells whether a machine is there for tests, so that programs may be installed without asking.
func forTests(user int, getenv func(string) string) bool {
	return user == 0 || getenv("CI") == "true"
}

// isUbuntu tells, from /etc/os-release, whether packages of browsers are none: they ask for another package system.
func isUbuntu(release string) bool {
	for line := range strings.Lines(release) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "ID="); ok {
			return strings.Trim(name, `"`) == "ubuntu"
		}
	}
	return false
}
