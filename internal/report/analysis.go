package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"

	"iucomstudien/assets/templates"
	"iucomstudien/internal/lang"
)

// commentWidth is the length of a comment's line.
const commentWidth = 110

// analysis loads the form of the script once; it is part of the program.
var analysis = sync.OnceValues(func() (*template.Template, error) {
	t := template.New("analysis.R.tmpl").Funcs(template.FuncMap{"comment": scriptComment, "text": scriptText})
	return t.ParseFS(templates.Analysis, "analysis/*.tmpl")
})

// RScript writes analysis.R: a script for R without packages that reads ratings.csv, computes every figure of the test
// anew and compares it with figures.csv. Its remarks are in the catalogue's language; it ends with status 1 where a
// figure differs.
func RScript(w io.Writer, cat *lang.Catalogue) error {
	form, err := analysis()
	if err != nil {
		return fmt.Errorf("loading the form of the script: %w", err)
	}
	var b bytes.Buffer // nothing is written of a script that fails half-way
	if err := form.Execute(&b, words{cat}); err != nil {
		return fmt.Errorf("filling in the script: %w", err)
	}
	_, err = b.WriteTo(w)
	return err
}

// scriptComment writes a text as lines of remarks.
func scriptComment(s string) string {
	var lines []string
	line := "#"
	for _, word := range strings.Fields(s) {
		if line != "#" && len([]rune(line))+1+len([]rune(word)) > commentWidth {
			lines = append(lines, line)
			line = "#"
		}
		line += " " + word
	}
	return strings.Join(append(lines, line), "\n")
}

// scriptText writes a text as a constant of R that means the same in every encoding.
func scriptText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r > '~':
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
