package extract

import (
	"encoding/xml"
	"strconv"
	"strings"
	"time"
)

// cell reads the cell that was just opened: the stored value where it has one, and else what is shown.
func (o *odsWalk) cell(w *walker, e xml.StartElement) (Cell, error) {
	shown, err := odsParagraphs(w)
	if err != nil {
		return Cell{}, err
	}
	cell := Cell{Text: shown, Formula: attr(e, "formula") != ""}
	switch value := attr(e, "value"); odsType(e) {
	case "float", "currency":
		cell.Kind, cell.Text = shownNumber(value, cellFormat{decimals: -1}, 0)
	case "percentage":
		cell.Kind, cell.Text = shownNumber(value, cellFormat{decimals: -1, percent: true}, 0)
	case "date":
		cell.Kind, cell.Text = DateCell, strings.TrimSuffix(attr(e, "date-value"), "T00:00:00")
	case "time":
		cell.Kind, cell.Text = DateCell, odsClock(attr(e, "time-value"), shown)
	case "boolean":
		cell.Kind, cell.Text = BoolCell, "FALSE"
		if on(attr(e, "boolean-value")) {
			cell.Text = "TRUE"
		}
	case "error":
		cell.Kind = ErrorCell
	case "string":
		if text, ok := attrIn(e, "string-value"); ok {
			cell.Text = UnixLines(text)
		}
	}
	if len(cell.Text) > maxCellText {
		return cell, o.tooLarge()
	}
	return cell, nil
}

// odsType is the type of a cell's value. LibreOffice writes errors as strings, and their true type beside it.
func odsType(e xml.StartElement) string {
	kind := ""
	for _, a := range e.Attr {
		if a.Name.Local == "value-type" {
			if a.Value == "error" {
				return "error"
			}
			kind = a.Value
		}
	}
	return kind
}

// attrIn is the value of an attribute by its local name, and whether it is there.
func attrIn(e xml.StartElement, local string) (string, bool) {
	for _, a := range e.Attr {
		if a.Name.Local == local {
			return a.Value, true
		}
	}
	return "", false
}

// odsClock writes a time of day that is stored as a duration (PT09H30M00S); what is shown where it is none.
func odsClock(value, shown string) string {
	d, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(value, "PT")))
	if err != nil {
		return shown
	}
	return time.Time{}.Add(d).Format(time.TimeOnly)
}

// odsParagraphs reads what a cell shows, a line for each paragraph. Comments on the cell and drawings are not its text.
func odsParagraphs(w *walker) (string, error) {
	var b strings.Builder
	paragraphs, inside := 0, 0 // inside: the depth of the open paragraph; 0 when none is
	for depth := w.depth; w.depth >= depth; {
		token, err := w.next()
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.CharData:
			if inside > 0 {
				b.Write(t)
			}
		case xml.EndElement:
			if w.depth < inside {
				inside = 0
			}
		case xml.StartElement:
			switch t.Name.Local {
			case "annotation", "frame", "shapes", "detective", "custom-shape":
				err = w.skip()
			case "p", "h":
				if paragraphs++; paragraphs > 1 {
					b.WriteByte('\n')
				}
				inside = w.depth
			default:
				b.WriteString(odsSign(t))
			}
		}
		if err != nil {
			return "", err
		}
		if b.Len() > maxCellText {
			return "", errUnpacksTooLarge
		}
	}
	return UnixLines(b.String()), nil
}

// odsSign is the sign that an element inside a paragraph stands for.
func odsSign(e xml.StartElement) string {
	switch e.Name.Local {
	case "line-break":
		return "\n"
	case "tab":
		return "\t"
	case "s":
		n, err := strconv.Atoi(attr(e, "c"))
		if err != nil || n < 1 {
			n = 1
		}
		return strings.Repeat(" ", min(n, maxCellText))
	}
	return ""
}
