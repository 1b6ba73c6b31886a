package sheets

import (
	"fmt"
	"strings"
	"text/template"

	assets "iucomstudien/assets/sheets"
)

// Instructions are the instructions for reviewers in the language of the form, one item each, without numbers. What
// the form does not ask is not mentioned.
func Instructions(f Form) ([]string, error) {
	file := string(f.Language) + ".tmpl"
	t, err := template.ParseFS(assets.Files, "instructions/"+file)
	if err != nil {
		return nil, fmt.Errorf("reading the instructions for reviewers: %w", err)
	}
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, file, f); err != nil {
		return nil, fmt.Errorf("writing the instructions for reviewers: %w", err)
	}
	return strings.Split(strings.TrimRight(b.String(), "\n"), "\n"), nil
}
