package extract

import (
	"encoding/xml"
	"strconv"
)

// odtList is a list that is open, with the lists inside it.
type odtList struct {
	style  string
	id     string
	level  int // 0-based
	count  *listCount
	item   bool // an item is open whose first paragraph is still to come
	header bool // the item that is open has no label
}

// odtLists counts the lists of one stream of text.
type odtLists struct {
	open    []odtList
	byID    map[string]*listCount
	byStyle map[string]*listCount // the last list of each style
	outline listCount
}

func newODTLists() odtLists {
	return odtLists{byID: make(map[string]*listCount), byStyle: make(map[string]*listCount)}
}

// openList begins a list: a new one, the continuation of another, or a level below the one that is open.
func (l *odtLists) openList(e xml.StartElement) {
	list := odtList{style: attr(e, "style-name"), id: attr(e, "id")}
	goesOn := attr(e, "continue-numbering") == "true"
	if last := len(l.open) - 1; last >= 0 {
		outer := l.open[last]
		list.level, list.count = min(outer.level+1, maxListLevels-1), outer.count
		if list.style == "" {
			list.style = outer.style
		}
		if !goesOn {
			list.count.used[list.level] = false
		}
	} else {
		if other := l.byID[attr(e, "continue-list")]; other != nil {
			list.count = other
		} else if other := l.byStyle[list.style]; goesOn && other != nil {
			list.count = other
		} else {
			list.count = &listCount{}
		}
		l.byStyle[list.style] = list.count
	}
	if list.id != "" {
		l.byID[list.id] = list.count
	}
	l.open = append(l.open, list)
}

func (l *odtLists) closeList() {
	if last := len(l.open) - 1; last >= 0 {
		l.open = l.open[:last]
	}
}

// openItem begins an item; a header has no label.
func (l *odtLists) openItem(e xml.StartElement, header bool) {
	last := len(l.open) - 1
	if last < 0 {
		return
	}
	list := &l.open[last]
	list.item, list.header = true, header
	if n, err := strconv.Atoi(attr(e, "start-value")); err == nil {
		list.count.n[list.level], list.count.used[list.level] = n-1, true
	}
}

// label counts a paragraph and gives what stands in front of it. heading is its outline level, 0 for none.
func (l *odtLists) label(styles *odtStyleSheet, paragraphStyle string, heading int) string {
	last := len(l.open) - 1
	if last < 0 {
		levels := styles.lists[odtOutline]
		if heading < 1 || heading > len(levels) || levels[heading-1].format == "none" {
			return ""
		}
		l.outline.next(levels, heading-1)
		return l.outline.label(levels, heading-1)
	}
	list := &l.open[last]
	first := list.item && !list.header
	for i := range l.open {
		l.open[i].item = false
	}
	style := list.style
	if style == "" {
		style = styles.list(paragraphStyle)
	}
	levels := styles.lists[style]
	if !first || len(levels) == 0 {
		return ""
	}
	list.count.next(levels, list.level)
	return list.count.label(levels, list.level)
}
