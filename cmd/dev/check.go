package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// systems are the systems the core is compiled for, without a C compiler.
var systems = []string{"linux", "windows", "darwin"}

// check asks what a reviewer would ask first: is it formatted, does the compiler's critic and the linter have
// nothing to say, and does the core build everywhere. All questions are asked before it ends.
func (r *runner) check(ctx context.Context) error {
	failed := []error{r.formatted(ctx)}
	noCgo := []string{"CGO_ENABLED=0"}
	failed = append(failed,
		r.run(ctx, noCgo, "go", "vet", "-tags", testTags, "./..."),
		r.run(ctx, noCgo, "go", "tool", "staticcheck", "-tags", testTags, "./..."))
	for _, system := range systems {
		failed = append(failed,
			r.run(ctx, []string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=amd64"}, "go", "build", "./internal/...", "./cmd/studyctl", "./cmd/dev"))
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	r.say("dev.check.clean")
	return nil
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
