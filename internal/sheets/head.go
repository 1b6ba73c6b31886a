package sheets

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// isHeadRow tells whether a row is one of the rows that begin with «#».
func isHeadRow(row extract.Row) bool {
	return strings.HasPrefix(strings.TrimSpace(row.Cell(begin(row)).Text), "#")
}

// begin is the first cell of a row that is not empty: people move a table away from the corner.
func begin(row extract.Row) int {
	return max(0, slices.IndexFunc(row.Cells, func(c extract.Cell) bool { return !c.Empty() }))
}

// reviewerInName is a reviewer's ID in the name of a file.
var reviewerInName = regexp.MustCompile(`(?:^|[_ -])(R[0-9]{2,3})(?:[_ .(-]|$)`)

// readHead reads the rows above the headings and refuses a sheet that belongs elsewhere.
func (r *reader) readHead(rows []extract.Row, name string) error {
	r.head = make(map[string]string)
	for _, row := range rows {
		if !isHeadRow(row) {
			continue
		}
		at := begin(row)
		text := strings.TrimLeft(strings.TrimSpace(row.Cell(at).Text), "# ")
		cell := row.Cell(at + 1)
		if label, after, ok := strings.Cut(text, ":"); ok && cell.Empty() {
			text, cell.Text = label, after
		}
		kind, ok := r.layout.headLabel(text)
		if !ok {
			continue
		}
		value := strings.TrimSpace(visible(unguarded(cell.Text)))
		if before := r.head[kind]; before != "" && value != "" && !strings.EqualFold(value, before) && kind == headReviewer {
			return &study.Problem{ID: "ratings.two-reviewers", Row: row.Number}
		}
		if value != "" || r.head[kind] == "" {
			r.head[kind] = value
		}
		if kind == headMinutes {
			r.readMinutes(row, text, cell)
		}
	}
	r.out.Study, r.out.Test, r.out.Reviewer = r.head["study"], r.head["test"], strings.ToUpper(r.head[headReviewer])
	r.out.Version, r.out.Checksum, r.out.Date = r.head["version"], strings.ToLower(r.head["checksum"]), r.head["date"]
	if lang := study.Language(strings.ToLower(r.head["language"])); lang.Valid() {
		r.out.Language = lang
	}
	r.findReviewer(name)
	return r.checkHead()
}

// mostMinutes is a week of work without a night: what is more was not meant as minutes.
const mostMinutes = 10_000

// readMinutes reads the time needed: whole minutes, a word for them may follow.
func (r *reader) readMinutes(row extract.Row, heading string, cell extract.Cell) {
	text := strings.TrimSpace(cell.Text)
	if text == "" && !cell.Formula || r.layout.declined[declinedKey(text)] {
		return
	}
	n, ok := whole(withoutWord(text, r.layout.Minutes), cell.Kind)
	if !ok || n > mostMinutes || cell.Kind == extract.DateCell {
		r.out.Refused = append(r.out.Refused, &study.Problem{ID: "ratings.minutes", Row: row.Number, Column: heading,
			Args: map[string]any{"value": text}})
		return
	}
	r.out.Minutes = study.Known(n)
}

// withoutWord takes away what may follow a number, once: a sign or a word, with a stop or without.
func withoutWord(text string, words []string) string {
	key := strings.TrimRight(fold(text), ". ")
	for _, w := range words {
		if rest, ok := strings.CutSuffix(key, fold(w)); ok {
			return strings.TrimSpace(rest)
		}
	}
	return text
}

// findReviewer takes the reviewer's ID of the head row or, where there is none, of the name of the file. What is no ID
// may be a name, which has no place in a study: it is not kept, and the ID is asked for.
func (r *reader) findReviewer(name string) {
	written := r.out.Reviewer
	if study.ValidParticipant(written) {
		return
	}
	r.out.Reviewer = ""
	if m := reviewerInName.FindStringSubmatch(filepath.Base(name)); m != nil {
		r.out.Reviewer = m[1]
		r.out.Understood = append(r.out.Understood, Understood{Column: headReviewer, From: filepath.Base(name), To: m[1]})
		return
	}
	if written == "" {
		r.question("ratings.reviewer-missing")
	} else {
		r.question("ratings.reviewer-no-id")
	}
}

func (r *reader) checkHead() error {
	if n, err := strconv.Atoi(r.out.Version); err == nil && n > Version {
		return &study.Problem{ID: "ratings.newer-sheet", Args: map[string]any{"value": n, "newest": Version}}
	}
	differs := func(found, wanted string) bool { return found != "" && wanted != "" && found != wanted }
	switch {
	case differs(r.out.Study, r.form.Study):
		return &study.Problem{ID: "ratings.other-study", Args: map[string]any{"value": r.out.Study, "expected": r.form.Study}}
	case differs(r.out.Test, r.form.Test):
		return &study.Problem{ID: "ratings.other-test", Args: map[string]any{"value": r.out.Test, "expected": r.form.Test}}
	case differs(r.out.Checksum, strings.ToLower(r.form.Checksum)) && !slices.Contains(r.form.Former, r.out.Checksum) && !r.opts.OtherFolder:
		return &study.Problem{ID: "ratings.other-folder"}
	}
	return nil
}
