package stard

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"iucomstudien/assets/stard"
	"iucomstudien/internal/study"
)

// Item is one row of the checklist, in every language.
type Item struct {
	ID      string     `json:"id"`      // "10a", "AI3"
	Section string     `json:"section"` // key of the sections
	Status  Status     `json:"status"`
	Demand  Translated `json:"demand"`  // what is to be reported
	Program Translated `json:"program"` // what the program documents; empty: nothing
	Lead    Translated `json:"lead"`    // what is left to the study lead; empty: nothing
	Place   string     `json:"place"`   // section of the report in which the program's part stands
}

// Status is who fills an item in.
type Status string

// The statuses.
const (
	ByProgram Status = "P" // the program; the lead may add
	Partly    Status = "M" // the program in part
	ByLead    Status = "S" // the study lead
)

// Translated is a text by language.
type Translated map[study.Language]string

// Checklist is the whole list of items.
type Checklist struct {
	Sections map[string]Translated `json:"sections"`
	Status   map[Status]Translated `json:"status"`
	Items    []Item                `json:"items"`
}

// Bundled is the checklist that the program carries: STARD 2015 in a paraphrase, and additions of our own for AI.
func Bundled() (Checklist, error) {
	var c Checklist
	if err := json.Unmarshal(stard.Items, &c); err != nil {
		return c, fmt.Errorf("reading the STARD checklist: %w", err)
	}
	return c, nil
}

// Item gives the item with an ID, whatever its capitals. Problem: stard.no-item (Args: item, first, last).
func (c Checklist) Item(id string) (Item, error) {
	i := slices.IndexFunc(c.Items, func(it Item) bool { return strings.EqualFold(it.ID, strings.TrimSpace(id)) })
	if i < 0 {
		return Item{}, &study.Problem{ID: "stard.no-item", Args: map[string]any{"item": id, "items": c.ids()}}
	}
	return c.Items[i], nil
}

func (c Checklist) ids() []string {
	list := make([]string, len(c.Items))
	for i, it := range c.Items {
		list[i] = it.ID
	}
	return list
}

// MaxText is the longest text of an item, in characters.
const MaxText = 20_000

// OpenTasks lists the items in which the study lead still has to write something. Items 21a and 21b are done when the
// fields of all cases are filled in.
func (m *Model) OpenTasks(c Checklist) []Item {
	var list []Item
	for _, it := range c.Items {
		if it.Status == ByProgram || m.Texts[it.ID].Text != "" {
			continue
		}
		if (it.ID == "21a" || it.ID == "21b") && m.fieldsFilled(it.ID) {
			continue
		}
		list = append(list, it)
	}
	return list
}

// fieldsFilled tells whether every case with a reference has what item 21a or 21b asks for.
func (m *Model) fieldsFilled(item string) bool {
	asked := 0
	for _, p := range m.Participants {
		reference, ok := p.compared()
		switch {
		case !ok || (reference == study.Yes) != (item == "21a"):
			continue
		case item == "21a" && p.Severity == NotSaid, item == "21b" && p.WhyNot == "":
			return false
		}
		asked++
	}
	return asked > 0
}
