package conduct

import (
	"bytes"
	"context"
	"html"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/folder"
)

// quoteWords is how many words in a row make a quotation: fewer are common to any two texts on a case.
const quoteWords = 8

// quotes are runs of words by which a text is found again, however it is marked up or broken into lines.
type quotes map[string]bool

// quotesOf are the runs of some texts that stand in none of the others.
func quotesOf(texts, public []string) quotes {
	q := make(quotes)
	for _, text := range texts {
		for run := range runsOf(text) {
			q[run] = true
		}
	}
	for _, text := range public {
		for run := range runsOf(text) {
			delete(q, run)
		}
	}
	return q
}

// runsOf lists the runs of a text; a text shorter than one is a run by itself.
func runsOf(text string) map[string]bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	runs := make(map[string]bool)
	if n := len(words); n > 0 && n < quoteWords {
		runs[strings.Join(words, " ")] = true
	}
	for i := 0; i+quoteWords <= len(words); i++ {
		runs[strings.Join(words[i:i+quoteWords], " ")] = true
	}
	return runs
}

// in tells whether a text has one of the runs.
func (q quotes) in(text string) bool {
	for run := range runsOf(text) {
		if q[run] {
			return true
		}
	}
	return false
}

// markup is what stands between the words of a page or a document.
var markup = regexp.MustCompile(`<[^<>]*>`)

// quoting lists the files of the study that quote what a participant wrote. Archives are opened, and documents are read
// as an import reads them; what can not be read at all is not listed.
func (c *Conduct) quoting(ctx context.Context, studyID string, q quotes) ([]string, error) {
	root, err := c.home.StudyDir(studyID)
	if err != nil {
		return nil, err
	}
	var found []string
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // a folder that is not there or not readable holds nothing of ours
		}
		data, err := folder.ReadFile(ctx, path, maxFile)
		if err != nil {
			return ctx.Err()
		}
		if slices.ContainsFunc(textsIn(ctx, path, data), q.in) {
			found = append(found, path)
		}
		return ctx.Err()
	})
	return found, err
}

// textsIn are the texts that a file may hold.
func textsIn(ctx context.Context, path string, data []byte) []string {
	var texts []string
	add := func(data []byte) {
		text := string(data)
		if d, err := extract.Decode(data); err == nil {
			text = d.Text
		}
		texts = append(texts, text, html.UnescapeString(markup.ReplaceAllString(text, " ")))
	}
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("\x1f\x8b")):
		members, err := extract.Unpack(ctx, data, func(string) bool { return true })
		if err != nil {
			return nil
		}
		for _, m := range members {
			if bytes.HasPrefix(m.Data, []byte("PK\x03\x04")) {
				texts = append(texts, textsIn(ctx, m.Name, m.Data)...)
			} else {
				add(m.Data)
			}
		}
	case bytes.HasPrefix(data, []byte("%PDF")) || bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")):
		if text, err := TextOf(ctx, File{Name: filepath.Base(path), Data: data}); err == nil {
			texts = append(texts, text)
		}
	default:
		add(data)
	}
	return texts
}
