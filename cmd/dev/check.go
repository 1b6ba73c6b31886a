package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// elsewhere are the systems the core is compiled for beside the one at hand, without a C compiler.
var elsewhere = []string{"windows", "darwin"}

// heavy are modules that take minutes to compile for each system and hold nothing of ours that differs between systems:
// the SDKs of providers. What reaches them is compiled for the system at hand alone, and for the others by package.
var heavy = []string{"github.com/openai/openai-go", "github.com/anthropics/anthropic-sdk-go", "google.golang.org/genai"}

// check asks what a reviewer would ask first: is it formatted, does the compiler's critic and the linter have
// nothing to say, and does the core build everywhere. All questions are asked before it ends.
func (r *runner) check(ctx context.Context) error {
	failed := []error{r.formatted(ctx)}
	noCgo := []string{"CGO_ENABLED=0"}
	failed = append(failed,
		r.run(ctx, noCgo, "go", "vet", "-tags", testTags, "./..."),
		r.run(ctx, noCgo, "go", "tool", "staticcheck", "-tags", testTags, "./..."))
	failed = append(failed, r.run(ctx, noCgo, "go", "build", "./internal/...", "./cmd/studyctl", "./cmd/dev"))
	light, err := r.light(ctx)
	failed = append(failed, err)
	for _, system := range elsewhere {
		failed = append(failed, r.run(ctx, []string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=amd64"}, "go", append([]string{"build"}, light...)...))
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	r.say("dev.check.clean")
	return nil
}

// light lists the packages of the core that reach none of the heavy modules.
func (r *runner) light(ctx context.Context) ([]string, error) {
	out, err := r.output(ctx, "go", "list", "-f", "{{.ImportPath}}{{range .Deps}} {{.}}{{end}}", "./internal/...", "./cmd/dev")
	if err != nil {
		return nil, err
	}
	var list []string
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		name, deps, _ := strings.Cut(line, " ")
		if !slices.ContainsFunc(heavy, func(module string) bool { return strings.Contains(" "+deps, " "+module) }) {
			list = append(list, name)
		}
	}
	return list, nil
}

// formatted tells whether gofmt would change a file.
func (r *runner) formatted(ctx context.Context) error {
	out, err := r.output(ctx, "gofmt", "-l", "app", "assets", "cmd", "internal")
	if err != nil {
		return err
	}
	if out = strings.TrimSpace(out); out != "" {
		fmt.Fprintln(r.err, r.words.T("dev.check.unformatted", "files", out))
		return &failure{"gofmt -l", errors.New(out)}
	}
	return nil
}
