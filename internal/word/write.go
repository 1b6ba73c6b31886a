package word

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/nguyenthenguyen/docx"
)

// Document is what a file says.
type Document struct {
	Language string            // of the text, as Word names it: "de-AT"
	Title    string            // of the file's properties
	Fields   map[string]string // what stands in the template's places, by name
	Blocks   []Block           // what stands in the place {{body}}
}

// bodyPlace stands alone in a paragraph of the template where the blocks are to stand.
const bodyPlace = "{{body}}"

// place is a place in a template: {{name}}, the name in small letters, digits and hyphens.
var place = regexp.MustCompile(`\{\{([a-z][a-z0-9-]*)\}\}`)

// Write fills a template and writes the file. A place of the template without a value in Fields is refused, so that no
// document goes out with a gap that nobody sees; a value without a place is not.
func Write(w io.Writer, template []byte, d Document) error {
	source, err := docx.ReadDocxFromMemory(bytes.NewReader(template), int64(len(template)))
	if err != nil {
		return fmt.Errorf("reading the template: %w", err)
	}
	file := source.Editable()
	if err := fill(file, template, d); err != nil {
		return err
	}
	b := &body{bookmarks: map[string]int{}}
	for _, block := range d.Blocks {
		block.write(b)
	}
	if b.err != nil {
		return b.err
	}
	if err := insert(file, b.xml.String(), len(d.Blocks) > 0); err != nil {
		return err
	}
	var filled bytes.Buffer
	if err := file.Write(&filled); err != nil {
		return fmt.Errorf("filling the template: %w", err)
	}
	return finish(w, filled.Bytes(), d, b.pictures)
}

// insert puts the blocks in the place of the paragraph that holds [bodyPlace].
func insert(file *docx.Docx, blocks string, wanted bool) error {
	content := file.GetContent()
	before, after, found := strings.Cut(content, bodyPlace)
	if !found && !wanted {
		return nil
	}
	start := max(strings.LastIndex(before, "<w:p>"), strings.LastIndex(before, "<w:p "))
	end := strings.Index(after, "</w:p>")
	if !found || start < 0 || end < 0 {
		return errors.New("the template has no paragraph with " + bodyPlace)
	}
	file.SetContent(before[:start] + blocks + after[end+len("</w:p>"):])
	return nil
}

// Fields lists the places of a template, in alphabetical order, without that of the blocks.
func Fields(template []byte) ([]string, error) {
	parts, err := zip.NewReader(bytes.NewReader(template), int64(len(template)))
	if err != nil {
		return nil, fmt.Errorf("reading the template: %w", err)
	}
	found := map[string]bool{}
	for _, part := range parts.File {
		if !holdsPlaces(part.Name) {
			continue
		}
		text, err := contentOf(part)
		if err != nil {
			return nil, fmt.Errorf("reading %s of the template: %w", part.Name, err)
		}
		for _, m := range place.FindAllStringSubmatch(string(text), -1) {
			found["{{"+m[1]+"}}"] = true
		}
	}
	delete(found, bodyPlace)
	names := slices.Sorted(maps.Keys(found))
	for i, n := range names {
		names[i] = strings.Trim(n, "{}")
	}
	return names, nil
}

func holdsPlaces(part string) bool {
	return part == "word/document.xml" || strings.HasPrefix(part, "word/header") || strings.HasPrefix(part, "word/footer")
}

// fill puts the values in their places, in two steps: each place becomes a mark that no value can hold, then each mark
// its value. So a value that looks like a place stays what it is.
func fill(file *docx.Docx, template []byte, d Document) error {
	names, err := Fields(template)
	if err != nil {
		return err
	}
	for i, name := range names {
		if _, ok := d.Fields[name]; !ok {
			return fmt.Errorf("no value for the place {{%s}} of the template", name)
		}
		if err := replaceAll(file, "{{"+name+"}}", mark(i)); err != nil {
			return err
		}
	}
	for i, name := range names {
		if err := replaceAll(file, mark(i), unmarked.Replace(d.Fields[name])); err != nil {
			return err
		}
	}
	return nil
}

// mark uses characters of the private use area, which [unmarked] takes out of values.
func mark(i int) string { return fmt.Sprintf("\uE000%d\uE001", i) }

var unmarked = strings.NewReplacer("\uE000", "\uFFFD", "\uE001", "\uFFFD", "\r\n", "\n", "\r", "\n")

func replaceAll(file *docx.Docx, from, to string) error {
	return errors.Join(file.Replace(from, to, -1), file.ReplaceHeader(from, to), file.ReplaceFooter(from, to))
}

// finish adds what the library can not: pictures with their relations, the properties and the language. Times in the
// archive are those of no day, so that the same document gives the same bytes.
func finish(w io.Writer, filled []byte, d Document, pictures [][]byte) error {
	parts, err := zip.NewReader(bytes.NewReader(filled), int64(len(filled)))
	if err != nil {
		return fmt.Errorf("reading the filled template: %w", err)
	}
	out := zip.NewWriter(w)
	for _, part := range parts.File {
		text, err := contentOf(part)
		if err != nil {
			return fmt.Errorf("reading %s: %w", part.Name, err)
		}
		if err := add(out, part.Name, finished(part.Name, text, d, len(pictures))); err != nil {
			return err
		}
	}
	for i, data := range pictures {
		if err := add(out, "word/media/"+pictureName(i+1), data); err != nil {
			return err
		}
	}
	return out.Close()
}

// Parts of a file that carry what the document says of itself. A word processor that saved the template may have
// written them in its own way, so that they are found by their element.
var (
	languageElement = regexp.MustCompile(`<w:lang [^>]*/>`)
	titleElement    = regexp.MustCompile(`<dc:title>[^<]*</dc:title>|<dc:title/>`)
	wordsElement    = regexp.MustCompile(`<dc:language>[^<]*</dc:language>|<dc:language/>`)
)

const (
	pngType = `<Default Extension="png" ContentType="image/png"/>`
	picture = `<Relationship Id="%s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/%s"/>`
)

// finished is a part of the file as it is written.
func finished(name string, text []byte, d Document, pictures int) []byte {
	switch name {
	case "word/styles.xml":
		return languageElement.ReplaceAllLiteral(text, []byte(`<w:lang w:val="`+escape(d.Language)+`" w:eastAsia="en-US" w:bidi="ar-SA"/>`))
	case "docProps/core.xml":
		text = titleElement.ReplaceAllLiteral(text, []byte(`<dc:title>`+escape(d.Title)+`</dc:title>`))
		return wordsElement.ReplaceAllLiteral(text, []byte(`<dc:language>`+escape(d.Language)+`</dc:language>`))
	case "[Content_Types].xml":
		if pictures == 0 || bytes.Contains(text, []byte(`Extension="png"`)) {
			return text
		}
		return bytes.Replace(text, []byte("<Default "), []byte(pngType+"<Default "), 1)
	case "word/_rels/document.xml.rels":
		var relations strings.Builder
		for i := range pictures {
			fmt.Fprintf(&relations, picture, pictureID(i+1), pictureName(i+1))
		}
		return bytes.Replace(text, []byte("</Relationships>"), []byte(relations.String()+"</Relationships>"), 1)
	}
	return text
}

func add(out *zip.Writer, name string, data []byte) error {
	part, err := out.Create(name)
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	_, err = part.Write(data)
	return err
}

// maxPart is the largest part of a file that is read, in bytes: reports of thousands of answers stay below it.
const maxPart = 512 << 20

func contentOf(part *zip.File) (data []byte, err error) {
	r, err := part.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	data, err = io.ReadAll(io.LimitReader(r, maxPart+1))
	if err == nil && len(data) > maxPart {
		err = errors.New("larger than can be read")
	}
	return data, err
}
