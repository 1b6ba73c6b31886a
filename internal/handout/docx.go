package handout

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nguyenthenguyen/docx"

	assets "iucomstudien/assets/templates"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
)

// The places of the template answer.docx. The last to be filled is the answer's text, so that what stands in it is
// never taken for a place.
const (
	placeLanguage = "PLACE_LANGUAGE"
	placeHeading  = "PLACE_HEADING"
	placeText     = "PLACE_TEXT" // alone in its paragraph
)

// docxLanguages name the languages as Word knows them, so that its spelling check reads an answer in its language.
var docxLanguages = map[study.Language]string{study.English: "en-GB", study.German: "de-AT", study.Polish: "pl-PL"}

// docxWriter fills the template. The template has no properties, and the library copies its parts as they are: what
// is written has no author, no program, no time but the moment.
type docxWriter struct {
	template []byte
	language string
	moment   time.Time
}

func newDocxWriter(l study.Language, moment time.Time) (docxWriter, error) {
	data, err := assets.Answer.ReadFile("answer.docx")
	if err != nil {
		return docxWriter{}, fmt.Errorf("reading the template of an answer: %w", err)
	}
	return docxWriter{template: data, language: docxLanguages[l], moment: moment}, nil
}

// answer makes the document of one answer.
func (w docxWriter) answer(heading, text string) ([]byte, error) {
	form, err := docx.ReadDocxFromMemory(bytes.NewReader(w.template), int64(len(w.template)))
	if err != nil {
		return nil, fmt.Errorf("opening the template of an answer: %w", err)
	}
	doc := form.Editable()
	if !strings.Contains(doc.GetContent(), placeText) {
		return nil, errors.New("the template of an answer has no place for its text")
	}
	doc.ReplaceRaw(placeLanguage, w.language, -1)
	doc.ReplaceRaw(placeHeading, escaped(heading), 1)
	doc.ReplaceRaw(placeText, runsOf(text), 1)
	var filled bytes.Buffer
	if err := doc.Write(&filled); err != nil {
		return nil, fmt.Errorf("filling the template of an answer: %w", err)
	}
	return resealed(filled.Bytes(), w.moment)
}

// The runs of the template, ended and begun anew.
const (
	paragraphEnd = `</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">`
	lineEnd      = `</w:t><w:br/><w:t xml:space="preserve">`
	tabMark      = `</w:t><w:tab/><w:t xml:space="preserve">`
)

// runsOf writes a text into the paragraph of the place: an empty line ends a paragraph, a single line end stays one.
func runsOf(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	paragraphs := strings.Split(strings.Trim(text, "\n"), "\n\n")
	for i, p := range paragraphs {
		lines := strings.Split(p, "\n")
		for j, line := range lines {
			cells := strings.Split(line, "\t")
			for k, cell := range cells {
				cells[k] = escaped(cell)
			}
			lines[j] = strings.Join(cells, tabMark)
		}
		paragraphs[i] = strings.Join(lines, lineEnd)
	}
	return strings.Join(paragraphs, paragraphEnd)
}

// escaped is a text for XML; what XML can not hold becomes the replacement character.
func escaped(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes everything
	return b.String()
}

// resealed packs a document again, its parts in their order and with the one moment.
func resealed(data []byte, moment time.Time) ([]byte, error) {
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("packing a document: %w", err)
	}
	parts := make([]folder.File, len(in.File))
	for i, part := range in.File {
		from, err := part.Open()
		if err != nil {
			return nil, fmt.Errorf("packing a document: %w", err)
		}
		parts[i].Name = part.Name
		if parts[i].Data, err = io.ReadAll(from); err != nil {
			return nil, fmt.Errorf("packing a document: %w", errors.Join(err, from.Close()))
		}
		if err := from.Close(); err != nil {
			return nil, fmt.Errorf("packing a document: %w", err)
		}
	}
	return Zip(parts, moment) // "[Content_Types].xml" sorts first, as readers of the format expect it
}
