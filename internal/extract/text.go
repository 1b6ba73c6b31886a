package extract

import (
	"context"
	"strings"
	"unicode"

	"iucomstudien/internal/study"
)

// textReader reads plain text and Markdown.
type textReader struct{}

// Format implements [Reader].
func (textReader) Format() string { return "txt" }

// Detect takes every text that no other signature claims.
func (textReader) Detect(_ string, data []byte) Confidence {
	if looksLikeText(data) {
		return Possible
	}
	return No
}

// Read implements [Reader].
func (textReader) Read(_ context.Context, name string, data []byte) (Document, error) {
	d, err := Decode(data)
	if err != nil {
		return Document{}, study.InFile(err, name)
	}
	doc := Document{Format: "txt", Encoding: d.Encoding, Text: UnixLines(d.Text), Warnings: encodingWarnings(d)}
	if hasEnding(name, ".md", ".markdown") {
		doc.Format = "md"
	}
	if strings.TrimSpace(doc.Text) == "" {
		doc.Warnings = append(doc.Warnings, Warning{Kind: "no-text"})
	}
	return doc, nil
}

// looksLikeText tells whether data can be read as text: no zero bytes once decoded, and hardly a control character.
func looksLikeText(data []byte) bool {
	if signatureOf(data) != "" {
		return false
	}
	d := decode(data[:min(len(data), 256<<10)])
	controls, all := 0, 0
	for _, r := range d.Text {
		all++
		switch {
		case r == 0:
			return false
		case unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\f\v\x1a", r):
			controls++
		}
	}
	return controls*100 <= all
}

// UnixLines makes every line end an LF: CR LF, and CR alone.
func UnixLines(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}
