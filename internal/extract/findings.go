package extract

import (
	"slices"
	"strings"
)

// findings are what a reader noticed in a document beside its text.
type findings struct {
	tracked  bool // inserted or deleted text
	hidden   bool // hidden text that was left out
	damaged  bool // a part that could not be read to its end
	leftOut  bool // content of a kind that is not read: an embedded document
	simple   bool // read by a method that may lose or misplace words
	comments int
}

// warnings says what a person should look at.
func (f findings) warnings(text string) []Warning {
	var all []Warning
	if strings.TrimSpace(text) == "" {
		all = append(all, Warning{Kind: "no-text"})
	}
	if f.damaged {
		all = append(all, Warning{Kind: "damaged"})
	}
	if f.simple {
		all = append(all, Warning{Kind: "please-check"})
	}
	if f.tracked {
		all = append(all, Warning{Kind: "tracked-changes"})
	}
	if f.comments > 0 {
		all = append(all, Warning{Kind: "comments", Args: map[string]any{"n": f.comments}})
	}
	if f.hidden {
		all = append(all, Warning{Kind: "hidden-text"})
	}
	if f.leftOut {
		all = append(all, Warning{Kind: "embedded-left-out"})
	}
	return all
}

// appendBlock adds a header, footer or comment; empty and repeated ones are left out.
func appendBlock(all []string, text string) []string {
	if text = strings.TrimSpace(text); text == "" || slices.Contains(all, text) {
		return all
	}
	return append(all, text)
}
