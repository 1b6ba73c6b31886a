package wizard

import (
	"strings"

	"iucomstudien/internal/study"
)

// Draft is what was typed and not kept yet. It outlives the pages, so that nothing is lost when somebody looks
// something up elsewhere in the window.
type Draft struct {
	Case     study.Case // of an own question
	Provider string     // of models that was chosen last
	Handing  Handing
	Target   *string // question of the case; nil: as it is
	Names    *string // that are always replaced; nil: as the study has them
}

// splitNames reads names separated by commas, semicolons or line ends.
func splitNames(text string) []string {
	var names []string
	for _, n := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		if n = strings.TrimSpace(n); n != "" {
			names = append(names, n)
		}
	}
	return names
}
