package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "iucomstudien"

// pkg is one package of the project as its source shows it.
type pkg struct {
	dir     string // slash-separated, relative to the module: "internal/stats"
	name    string
	doc     string   // package comment of doc.go
	hasDoc  bool     // is there a doc.go
	imports []string // of files that are no tests
	files   map[string]*ast.File
}

// root is the folder of go.mod.
func root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = up
	}
}

// packages parses every package of the project, by folder.
func packages(t *testing.T) map[string]*pkg {
	t.Helper()
	top := root(t)
	fset := token.NewFileSet()
	found := make(map[string]*pkg)
	err := filepath.WalkDir(top, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); file != top && (strings.HasPrefix(name, ".") || name == "testdata" || name == "bin" || name == "dist") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		syntax, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(top, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		add(found, rel, syntax)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// add notes one source file under its package.
func add(found map[string]*pkg, file string, syntax *ast.File) {
	dir := path.Dir(file)
	p := found[dir]
	if p == nil {
		p = &pkg{dir: dir, name: syntax.Name.Name, files: make(map[string]*ast.File)}
		found[dir] = p
	}
	p.files[file] = syntax
	if path.Base(file) == "doc.go" {
		p.hasDoc, p.doc = true, syntax.Doc.Text()
	}
	for _, spec := range syntax.Imports {
		if to, err := strconv.Unquote(spec.Path.Value); err == nil && !slices.Contains(p.imports, to) {
			p.imports = append(p.imports, to)
		}
	}
}

// reach lists everything a package draws in through the project's own packages, with the way there.
func reach(all map[string]*pkg, dir string) map[string][]string {
	ways := make(map[string][]string)
	var walk func(dir string, way []string)
	walk = func(dir string, way []string) {
		p := all[dir]
		if p == nil {
			return
		}
		for _, to := range p.imports {
			if _, seen := ways[to]; seen {
				continue
			}
			next := append(slices.Clone(way), to)
			ways[to] = next
			if own, ok := strings.CutPrefix(to, module+"/"); ok {
				walk(own, next)
			}
		}
	}
	walk(dir, []string{module + "/" + dir})
	return ways
}

// within tells whether a package path lies in a room or below it.
func within(pkgPath, room string) bool {
	return pkgPath == room || strings.HasPrefix(pkgPath, room+"/")
}
