package extract

import (
	"maps"
	"slices"
	"strings"
)

// read gives the document: notes, headers, comments and text boxes first, then the body in which they have their places.
func (m *msdoc) read() (Document, error) {
	parts := m.parts()
	body := m.newText()
	body.lists = true
	var err error
	if body.marks, err = m.notes(parts, body); err != nil {
		return Document{}, err
	}
	var rest []string
	if body.boxes, rest, err = m.textBoxes(parts[partBoxes]); err != nil {
		return Document{}, err
	}
	doc := Document{Format: "doc"}
	if err := m.apart(parts, &doc); err != nil {
		return Document{}, err
	}
	if err := body.add(parts[partBody]); err != nil {
		return Document{}, err
	}
	body.sync(0)
	body.flush()
	for _, at := range slices.Sorted(maps.Keys(body.boxes)) {
		rest = append(rest, body.boxes[at]) // its place shows nowhere: a page, or deleted text
	}
	for _, box := range rest {
		body.top().done.WriteString(box)
	}
	doc.Text = body.finish()
	m.found.comments = len(doc.Comments)
	doc.Warnings = m.found.warnings(doc.Text)
	return doc, nil
}

// notes reads foot- and endnotes into the end of the body and gives the marks by their positions.
func (m *msdoc) notes(parts [partCount]span, body *msdocText) (map[int]string, error) {
	marks := make(map[int]string)
	for _, kind := range []struct {
		refs, texts, part int
		format            string
	}{
		{fibNoteRefs, fibNoteTexts, partFootnotes, "decimal"},
		{fibEndRefs, fibEndTexts, partEndnotes, "lowerRoman"},
	} {
		part := parts[kind.part]
		if part.from == part.to {
			continue
		}
		refs := m.area(kind.refs)
		n := max(0, len(refs)-4) / 6
		stories := cutPart(part, m.area(kind.texts))
		counted := 0
		for i, s := range stories {
			if n > 0 && i >= n {
				break // what follows the last note is no note
			}
			text, err := m.text(s)
			if err != nil {
				return nil, err
			}
			var mark string
			if n > 0 && refs.u16(4*(n+1)+2*i) != 0 {
				counted++
				mark = numeral(kind.format, counted)
				marks[refs.u32(4*i)] = mark
			}
			body.notes = append(body.notes, note{mark, text})
		}
	}
	return marks, nil
}

// cutPart cuts a part of the document into its stories by a list of positions in it. Without a list it is one story.
func cutPart(part span, plc blob) []span { return cutStories(part, plc, 0) }

// cutStories is cutPart for lists whose entries carry size bytes of data each.
func cutStories(part span, plc blob, size int) []span {
	n := len(plc) / 4
	if size > 0 {
		n = (len(plc)-4)/(4+size) + 1
	}
	if n < 2 {
		return []span{part}
	}
	var all []span
	for i := range n - 1 {
		from, to := part.from+plc.u32(4*i), part.from+plc.u32(4*i+4)
		if from > to || to > part.to {
			to = part.to
			from = min(from, to)
		}
		all = append(all, span{from, to})
	}
	return all
}

// apart reads headers, footers and comments.
func (m *msdoc) apart(parts [partCount]span, doc *Document) error {
	if part := parts[partHeaders]; part.from < part.to {
		const perSection, separators = 6, 6
		for i, s := range cutPart(part, m.area(fibHeaders)) {
			if i < separators && len(m.area(fibHeaders)) > 0 {
				continue
			}
			text, err := m.text(s)
			if err != nil {
				return err
			}
			if kind := i % perSection; kind == 2 || kind == 3 || kind == 5 {
				doc.Footers = appendBlock(doc.Footers, text)
			} else {
				doc.Headers = appendBlock(doc.Headers, text)
			}
		}
	}
	if part := parts[partHeaderBoxes]; part.from < part.to {
		text, err := m.text(part)
		if err != nil {
			return err
		}
		doc.Headers = appendBlock(doc.Headers, text)
	}
	if part := parts[partComments]; part.from < part.to {
		for _, s := range cutPart(part, m.area(fibComments)) {
			text, err := m.text(s)
			if err != nil {
				return err
			}
			if text = strings.TrimSpace(text); text != "" {
				doc.Comments = append(doc.Comments, text)
			}
		}
	}
	return nil
}

// textBoxes reads the text boxes: those whose place in the body is known by it, and the rest.
func (m *msdoc) textBoxes(part span) (placed map[int]string, rest []string, err error) {
	placed = make(map[int]string)
	if part.from == part.to {
		return placed, nil, nil
	}
	const boxSize, boxShape, shapeSize = 22, 14, 26
	shapes := m.area(fibShapes)
	places := make(map[int]int) // shape to position
	count := max(0, len(shapes)-4) / (4 + shapeSize)
	for i := range count {
		places[shapes.u32(4*(count+1)+shapeSize*i)] = shapes.u32(4 * i)
	}
	boxes := m.area(fibBoxes)
	stories := cutStories(part, boxes, boxSize)
	for i, s := range stories {
		text, err := m.text(s)
		if err != nil {
			return nil, nil, err
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		at, known := places[boxes.u32(4*(len(stories)+1)+boxSize*i+boxShape)]
		if _, twice := placed[at]; known && !twice {
			placed[at] = text
		} else {
			rest = append(rest, text)
		}
	}
	return placed, rest, nil
}
