package wizard

import (
	"path"
	"slices"
	"strings"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// leak is one thing that may give an origin away, with the files of the blind folder in which it stands.
type leak struct {
	kind     string // of the fault
	match    string // the passage, in the form in which equal ones are equal
	sentence string
	files    []string
}

// mendedAlike are leaks with the same remedy.
type mendedAlike struct {
	leaks  []leak
	remedy string
}

// leaksOf puts together what a leak audit found: each thing once with all its files, and what is mended alike below one
// remedy. Both come in the order in which each was found first.
func leaksOf(words *lang.Catalogue, found []*study.Problem) []mendedAlike {
	var groups []mendedAlike
	for _, p := range found {
		bare := *p
		bare.File, bare.Row, bare.Column = "", 0, ""
		sentence, remedy := words.Problem(&bare)
		g := slices.IndexFunc(groups, func(g mendedAlike) bool { return g.remedy == remedy })
		if g < 0 {
			g, groups = len(groups), append(groups, mendedAlike{remedy: remedy})
		}
		match, ok := p.Args["match"].(string)
		if !ok {
			match = sentence
		}
		i := slices.IndexFunc(groups[g].leaks, func(l leak) bool { return l.kind == p.ID && l.match == match })
		if i < 0 {
			i, groups[g].leaks = len(groups[g].leaks), append(groups[g].leaks, leak{kind: p.ID, match: match, sentence: sentence})
		}
		one := &groups[g].leaks[i]
		for _, file := range append([]string{p.File}, stringsIn(p, "files")...) {
			if file != "" && !slices.Contains(one.files, file) {
				one.files = append(one.files, file)
			}
		}
	}
	return groups
}

// namesIn names files without the folders they lie in, a few of them.
func namesIn(files []string) string {
	var names []string
	for _, f := range files {
		if len(names) == mostNames {
			names = append(names, "…")
			break
		}
		names = append(names, path.Base(f))
	}
	return strings.Join(names, ", ")
}
