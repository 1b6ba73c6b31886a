package wizard

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// Draft is what was typed and not kept yet. It outlives the pages, so that nothing is lost when somebody looks
// something up elsewhere in the window; and what is in words outlives the window, too.
type Draft struct {
	Case     study.Case // of an own question
	Provider string     // of models that was chosen last
	Handing  Handing
	Target   *string // question of the case; nil: as it is
	Names    *string // that are always replaced; nil: as the study has them
	Author   string  // who sets the reference
	Batches  []batchOrder
	Part     string // of the page of blinding that is shown; "" for the first

	unsure map[string][]conduct.File // by test: that were dropped and may be expert documents or answers

	known  bool   // what was kept when the window was open last is in it
	stored string // as it was kept last
}

// keptDraft is what outlives the window: words that somebody typed. A passphrase is none of them.
type keptDraft struct {
	Case   study.Case `json:"case"`
	Target *string    `json:"target,omitempty"`
	Names  *string    `json:"names,omitempty"`
	Author string     `json:"author,omitempty"`

	Batches []batchOrder `json:"batches,omitempty"` // sent, with replies to come
}

// text is what is kept; "" where nothing was typed.
func (d *Draft) text() (string, error) {
	k := keptDraft{Case: d.Case, Target: d.Target, Names: d.Names, Author: d.Author, Batches: d.Batches}
	if reflect.DeepEqual(k, keptDraft{}) {
		return "", nil
	}
	data, err := json.Marshal(k)
	if err != nil {
		return "", fmt.Errorf("keeping what was typed: %w", err)
	}
	return string(data), nil
}

// take puts what was kept into the draft.
func (d *Draft) take(text string) error {
	d.known, d.stored = true, text
	if text == "" {
		return nil
	}
	var k keptDraft
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		return fmt.Errorf("reading what was typed: %w", err)
	}
	d.Case, d.Target, d.Names, d.Author = k.Case, k.Target, k.Names, k.Author
	d.Batches = k.Batches
	return nil
}

// typed keeps what is typed, as it is typed: the window may end at any moment.
func (w *Wizard) typed() {
	text, err := w.draft.text()
	if err != nil {
		w.host.Fault(err)
		return
	}
	if text != w.draft.stored {
		w.draft.stored = text
		w.conduct.KeepDraft(w.study.ID, text)
	}
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
