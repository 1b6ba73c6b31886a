package main

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// shotsFolder is where pictures of the screens go unless a folder is named.
var shotsFolder = filepath.Join("dist", "shots")

// view is a size at which the screens are drawn.
type view struct{ name, size, text string }

// views are what the screens must fit: a projector, a small laptop, and texts twice as large on a usual screen.
var views = []view{
	{"1024x700", "1024x700", "1"},
	{"1280x800", "1280x800", "1"},
	{"200-percent", "1366x768", "2"},
}

// shotsOptions are what the command asks for.
type shotsOptions struct {
	all      bool   // in every view, not in the first alone
	language string // "" is all of them
}

func shotsCommand(r *runner) *cobra.Command {
	var o shotsOptions
	c := &cobra.Command{Use: "shots [DIR]", Short: r.words.T("dev.shots.about"), Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := shotsFolder
			if len(args) > 0 {
				dir = args[0]
			}
			return r.shots(c.Context(), dir, o)
		}}
	c.Flags().BoolVar(&o.all, "sizes", false, r.words.T("dev.shots.sizes"))
	c.Flags().StringVar(&o.language, "language", "", r.words.T("dev.shots.language"))
	return c
}

// shots writes a picture of every screen. The test that walks through all screens draws them; what it finds wrong on
// one does not keep the others from being drawn.
func (r *runner) shots(ctx context.Context, dir string, o shotsOptions) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	wanted := views[:1]
	if o.all {
		wanted = views
	}
	var failed []error
	for _, v := range wanted {
		into := dir
		if o.all {
			into = filepath.Join(dir, v.name)
		}
		failed = append(failed, r.run(ctx, []string{"CGO_ENABLED=0"}, "go", "test", "-tags", testTags, "-count=1", "-timeout", "2h",
			"-run", "^TestEveryScreenIsDrawn$/^"+o.language, "./app", "-shots", into, "-shots-size", v.size, "-shots-text", v.text))
	}
	n, err := countPictures(dir)
	if err != nil {
		return errors.Join(append(failed, err)...)
	}
	r.say("dev.shots.done", "n", n, "folder", dir)
	return errors.Join(failed...)
}

// countPictures counts the pictures in a folder and below; a folder that is not there has none.
func countPictures(dir string) (int, error) {
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".png") {
			n++
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return n, err
}
