package intake

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// exporter reads the values of one file.
type exporter struct {
	*reading
	lines bool   // several values one after the other: JSON lines
	rest  []item // what waits until the whole file is read
}

// item is a value and its place in the file.
type item struct {
	node
	at  string // "line 3", "[2]"; "" for the only value of a file
	seq int    // place in the order of the file
}

// isExport tells by name or first character whether a file is to be read as an export.
func isExport(name string, data []byte) bool {
	if namedExport(name) {
		return true
	}
	head, err := extract.Decode(data[:min(len(data), 4096)&^1])
	if err != nil {
		return false
	}
	start := strings.TrimLeft(head.Text, "\ufeff \t\r\n")
	return strings.HasPrefix(start, "{") && !strings.HasPrefix(start, `{\rtf`) || strings.HasPrefix(start, "[") ||
		webPage.MatchString(start)
}

// namedExport tells whether the file's name says that it is an export.
func namedExport(name string) bool {
	lower := strings.ToLower(name)
	for _, ending := range []string{".json", ".jsonl", ".ndjson", ".html", ".htm"} {
		if strings.HasSuffix(lower, ending) {
			return true
		}
	}
	return false
}

var (
	webPage   = regexp.MustCompile(`(?i)^<(!doctype html|html|head|body)\b`)
	jsonStart = regexp.MustCompile(`^[\[{]\s*[\[{"]`)
	pageTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)
)

// export reads an export. It is not done when a file without an export's name turns out to be running text.
func (r *reading) export(ctx context.Context, name string, data []byte) (done bool, err error) {
	d, err := extract.Decode(data)
	if err != nil {
		return false, err
	}
	text := strings.TrimLeft(d.Text, "\ufeff \t\r\n")
	switch {
	case text == "":
		return false, &study.Problem{ID: "file.empty"}
	case strings.HasPrefix(text, "<"):
		return false, htmlPage(text)
	case strings.HasPrefix(text, "data:") || strings.HasPrefix(text, "event:"):
		return false, &study.Problem{ID: "intake.event-stream"}
	}
	x := &exporter{reading: r}
	err = x.values(ctx, text, 1+strings.Count(d.Text[:len(d.Text)-len(text)], "\n"))
	if err != nil {
		if !namedExport(name) && ctx.Err() == nil && !jsonStart.MatchString(text) {
			return false, nil // a text that begins with a bracket
		}
		return false, err
	}
	if err := x.settle(); err != nil {
		return false, err
	}
	if r.p.Format == "" {
		return false, &study.Problem{ID: "intake.no-answers", Args: map[string]any{"fields": r.answerFields()}}
	}
	return true, nil
}

// answerFields are the names under which an answer is looked for.
func (r *reading) answerFields() []string { return []string{"answer", "text", "antwort", "odpowiedź"} }

// htmlPage turns down a web page and names its title.
func htmlPage(text string) error {
	title := ""
	if m := pageTitle.FindStringSubmatch(text[:min(len(text), 64<<10)]); m != nil {
		title = strings.Join(strings.Fields(plainText(m[1])), " ")
	}
	return &study.Problem{ID: "intake.html-page", Args: map[string]any{"title": title, "line": 1}}
}

// values reads the values of the file. Elements of an array are handed on one by one, since exports of apps reach hundreds of
// megabytes.
func (x *exporter) values(ctx context.Context, text string, firstLine int) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	line := lineCounter{text: text, line: firstLine}
	var values []item
	for {
		start := d.InputOffset()
		token, err := d.Token()
		if errors.Is(err, io.EOF) && len(values) > 0 {
			break
		}
		if err != nil {
			return jsonProblem(err, d, &line)
		}
		at := fmt.Sprintf("line %d", line.at(skipBlank(text, int(start))))
		if token == json.Delim('[') && len(values) == 0 {
			if err := x.array(ctx, d); err != nil {
				return jsonProblem(err, d, &line)
			}
			values = append(values, item{})
			continue
		}
		n, err := restOf(d, token, 0)
		if err != nil {
			return jsonProblem(whole(err), d, &line)
		}
		values = append(values, item{n, at, len(values)})
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if x.lines = len(values) > 1; !x.lines {
		values[0].at = ""
	}
	for _, v := range values {
		if v.v != nil {
			x.take(v)
		}
	}
	return nil
}

// array hands on the elements of the array that was just opened.
func (x *exporter) array(ctx context.Context, d *json.Decoder) error {
	for i := 0; d.More(); i++ {
		n, err := readNode(d, 1)
		if err != nil {
			return whole(err)
		}
		x.take(item{n, fmt.Sprintf("[%d]", i), i})
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	_, err := d.Token()
	return whole(err)
}

// lineCounter counts lines up to places that only go forward.
type lineCounter struct {
	text       string
	seen, line int
}

func (l *lineCounter) at(offset int) int {
	offset = min(max(offset, l.seen), len(l.text))
	l.line += strings.Count(l.text[l.seen:offset], "\n")
	l.seen = offset
	return l.line
}

// skipBlank is the place of the next value: blanks and commas between values are passed over.
func skipBlank(text string, from int) int {
	return from + len(text[from:]) - len(strings.TrimLeft(text[from:], " \t\r\n"))
}

// jsonProblem says why a file is no whole JSON, and in which line.
func jsonProblem(err error, d *json.Decoder, line *lineCounter) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	p := &study.Problem{ID: "intake.broken-json", Err: err}
	at := line.at(int(d.InputOffset()))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		p.ID, at = "intake.truncated-json", line.at(len(strings.TrimRight(line.text, " \t\r\n")))
	case errors.Is(err, errTooDeep):
		p.ID = "intake.too-deep"
	}
	p.Args = map[string]any{"line": at}
	return p
}
