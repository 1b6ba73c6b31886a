package extract

import (
	"context"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
)

// docxLists are the list definitions of a document, and the counts of its lists. Labels stand nowhere in the text: they are
// rebuilt from the definitions (ECMA-376 part 1, 17.9).
type docxLists struct {
	abstract map[string]*docxAbstract
	nums     map[string]*docxNum
}

// docxAbstract is a definition; lists that share it are counted together.
type docxAbstract struct {
	levels    []listLevel
	styles    map[string]int // paragraph style to level
	styleLink string         // the list style that has the levels
	styleOwn  string         // the list style of these levels
	count     listCount
}

// docxNum is a list: a definition with changes of its own.
type docxNum struct {
	abstract string
	starts   map[int]int
	levels   map[int]listLevel
	begun    map[int]bool // levels whose own start was used
}

func newDocxLists() docxLists {
	return docxLists{abstract: make(map[string]*docxAbstract), nums: make(map[string]*docxNum)}
}

// read takes in the part with the definitions.
func (l *docxLists) read(ctx context.Context, a *archive, part string) error {
	return a.walk(ctx, part, func(w *walker, e xml.StartElement) error {
		switch e.Name.Local {
		case "abstractNum":
			return l.readAbstract(w, attr(e, "abstractNumId"))
		case "num":
			return l.readNum(w, attr(e, "numId"))
		}
		return nil
	})
}

func (l *docxLists) readAbstract(w *walker, id string) error {
	a := &docxAbstract{styles: make(map[string]int), levels: make([]listLevel, maxListLevels)}
	for i := range a.levels {
		a.levels[i] = listLevel{start: 1, format: "none", restart: -1}
	}
	l.abstract[id] = a
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "numStyleLink":
			a.styleLink = attr(e, "val")
		case "styleLink":
			a.styleOwn = attr(e, "val")
		case "lvl":
			at, valid := levelOf(e)
			level, style, err := readDocxLevel(w)
			if err != nil {
				return err
			}
			if valid {
				a.levels[at] = level
				if style != "" {
					a.styles[style] = at
				}
			}
		}
	}
	return nil
}

// levelOf is the level an element is about; false when there is no such.
func levelOf(e xml.StartElement) (int, bool) {
	n, err := strconv.Atoi(attr(e, "ilvl"))
	return n, err == nil && n >= 0 && n < maxListLevels
}

// readDocxLevel reads a level and the paragraph style that stands for it.
func readDocxLevel(w *walker) (level listLevel, style string, err error) {
	level = listLevel{format: "decimal", restart: -1} // a level that states no start begins with 0
	font := ""
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return level, style, err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		value := attr(e, "val")
		switch e.Name.Local {
		case "start":
			level.start, _ = strconv.Atoi(value)
		case "numFmt":
			level.format = value
		case "lvlText":
			level.text = value
		case "lvlRestart":
			level.restart, _ = strconv.Atoi(value)
		case "isLgl":
			level.legal = isOn(value)
		case "pStyle":
			style = value
		case "rFonts":
			font = attr(e, "ascii")
		}
	}
	if level.format == "bullet" {
		level.text = bulletText(font, level.text)
	}
	return level, style, nil
}

func (l *docxLists) readNum(w *walker, id string) error {
	n := &docxNum{starts: make(map[int]int), levels: make(map[int]listLevel), begun: make(map[int]bool)}
	l.nums[id] = n
	at, valid := 0, false
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "abstractNumId":
			n.abstract = attr(e, "val")
		case "lvlOverride":
			at, valid = levelOf(e)
		case "startOverride":
			if start, err := strconv.Atoi(attr(e, "val")); err == nil && valid {
				n.starts[at] = start
			}
		case "lvl":
			level, _, err := readDocxLevel(w)
			if err != nil {
				return err
			}
			if valid {
				n.levels[at] = level
			}
		}
	}
	return nil
}

// link follows definitions that only name a list style, and says ordinals as the document's language does.
func (l *docxLists) link(styles docxStyles) {
	if strings.HasPrefix(strings.ToLower(styles.language), "en") {
		for _, a := range l.abstract {
			for i := range a.levels {
				if a.levels[i].format == "ordinal" {
					a.levels[i].format = "ordinalEnglish"
				}
			}
		}
	}
	owners := make(map[string]*docxAbstract)
	for _, a := range l.abstract {
		if a.styleOwn != "" {
			owners[a.styleOwn] = a
		}
	}
	for id, a := range l.abstract {
		if a.styleLink == "" {
			continue
		}
		target := owners[a.styleLink]
		if n := l.nums[styles.byID[a.styleLink].numID]; target == nil && n != nil {
			target = l.abstract[n.abstract]
		}
		if target != nil && target != a && target.styleLink == "" {
			l.abstract[id] = target
		}
	}
}

// label counts a paragraph of a list and gives what stands in front of it; owner is the style that put it into the list, ""
// when the paragraph itself did.
func (l *docxLists) label(numID string, level int, owner string) string {
	num := l.nums[numID]
	if num == nil {
		return ""
	}
	a := l.abstract[num.abstract]
	if a == nil {
		return ""
	}
	if at, ok := a.styles[owner]; ok && owner != "" {
		level = at
	}
	level = min(max(level, 0), maxListLevels-1)
	levels := a.levels
	if len(num.levels)+len(num.starts) > 0 {
		levels = slices.Clone(levels)
		for at, own := range num.levels {
			levels[at] = own
		}
		for at, start := range num.starts {
			levels[at].start = start
		}
	}
	if start, ok := num.starts[level]; ok && !num.begun[level] {
		num.begun[level] = true
		a.count.n[level], a.count.used[level] = start-1, true
	}
	a.count.next(levels, level)
	return a.count.label(levels, level)
}
