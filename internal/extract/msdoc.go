package extract

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/richardlehane/mscfb"

	"iucomstudien/internal/study"
)

// msdocReader reads documents of Word 97 to 2003 (.doc), and the bare text of those of Word 6 and 95. Deleted and hidden
// text stays out. Method: Microsoft's [MS-DOC] 12.0; every offset in the file is checked before it is followed.
type msdocReader struct{}

// Signatures in the first two bytes of the main stream, and the first version with the layout of Word 97.
const (
	wordSigns   = 0xa500 // and 0xa600, of versions for some countries
	word6Sign   = 0xa5dc
	word97Since = 0xc1
)

// Flags of the document (FibBase).
const (
	msdocEncrypted = 0x0100
	msdocTable1    = 0x0200
)

// oldWordStarts begin files of Word 1 and 2, which have no container.
var oldWordStarts = []string{"\xdb\xa5", "\x9b\xa5", "\x31\xbe\x00\x00\x00\xab", "\xfe\x37\x00\x1c"}

// wordDocumentName is the name of the main stream as it stands in a container, in UTF-16.
var wordDocumentName = regexp.MustCompile(`(?i)w\x00o\x00r\x00d\x00d\x00o\x00c\x00u\x00m\x00e\x00n\x00t\x00\x00`)

// Format implements [Reader].
func (msdocReader) Format() string { return "doc" }

// Detect implements [Reader].
func (msdocReader) Detect(_ string, data []byte) Confidence {
	for _, start := range oldWordStarts {
		if bytes.HasPrefix(data, []byte(start)) {
			return Likely
		}
	}
	if bytes.HasPrefix(data, []byte(oleStart)) && wordDocumentName.Match(data) && !bytes.Contains(data, encryptedPackage) {
		return Likely
	}
	return No
}

// Read implements [Reader].
func (msdocReader) Read(ctx context.Context, name string, data []byte) (Document, error) {
	if !bytes.HasPrefix(data, []byte(oleStart)) {
		return Document{}, problem("file.old-word", name)
	}
	m, err := openMSDoc(data)
	if err != nil {
		return Document{}, broken(name, err)
	}
	m.ctx = ctx
	if m.main.u16(0x0a)&msdocEncrypted != 0 {
		return Document{}, problem("file.password", name)
	}
	if err := m.prepare(); err != nil {
		return Document{}, broken(name, err)
	}
	doc, err := m.read()
	if err != nil {
		return Document{}, err
	}
	if m.found.damaged && strings.TrimSpace(doc.Text) == "" {
		return Document{}, broken(name, errors.New("pieces of text lie outside the file"))
	}
	return doc, nil
}

// msdoc is one document.
type msdoc struct {
	ctx    context.Context
	main   blob // stream WordDocument
	table  blob // stream 0Table or 1Table
	old    bool // Word 6 or 95
	page   int  // code page of text of eight bits
	pieces []msdocPiece
	chars  msdocRuns[msdocChar]
	paras  msdocRuns[msdocPara]
	styles []msdocStyle
	fonts  []string
	lists  msdocLists
	found  findings
	size   int
}

// openMSDoc takes the streams out of the container.
func openMSDoc(data []byte) (*msdoc, error) {
	container, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	streams := make(map[string]blob)
	for range maxParts {
		entry, err := container.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(entry.Path) > 0 {
			continue // of an embedded document
		}
		switch name := strings.ToLower(entry.Name); name {
		case "worddocument", "0table", "1table":
			content, err := io.ReadAll(io.LimitReader(entry, int64(len(data))))
			if err != nil && len(content) == 0 {
				return nil, err
			}
			streams[name] = content
		}
	}
	m := &msdoc{main: streams["worddocument"]}
	if len(m.main) == 0 {
		return nil, errors.New("the stream of the text is missing")
	}
	if m.table = streams["0table"]; m.main.u16(0x0a)&msdocTable1 != 0 {
		m.table = streams["1table"]
	}
	return m, nil
}

// prepare reads what the text is written in terms of.
func (m *msdoc) prepare() error {
	sign := m.main.u16(0)
	if family := sign & 0xff00; family != wordSigns && family != wordSigns+0x100 {
		return &study.Problem{ID: "file.broken", Err: errors.New("no document of Word")}
	}
	m.old = sign == word6Sign || m.main.u16(2) < word97Since
	m.page = 1252
	if m.old {
		err := m.oldPieces()
		m.page = m.oldPage()
		return err
	}
	if err := m.readPieces(m.area(fibClx)); err != nil {
		return err
	}
	m.readStyles(m.area(fibStyles))
	m.readFonts(m.area(fibFonts))
	m.readLists()
	m.chars = readRuns(m, m.area(fibCharPages), charPage)
	m.paras = readRuns(m, m.area(fibParaPages), paraPage)
	return nil
}

// Places in the file information block of pairs of an offset and a length in the table stream.
const (
	fibStyles    = 0x00a2
	fibNoteRefs  = 0x00aa
	fibNoteTexts = 0x00b2
	fibComments  = 0x00c2
	fibHeaders   = 0x00f2
	fibCharPages = 0x00fa
	fibParaPages = 0x0102
	fibFonts     = 0x0112
	fibClx       = 0x01a2
	fibShapes    = 0x01da
	fibEndRefs   = 0x020a
	fibEndTexts  = 0x0212
	fibBoxes     = 0x025a
	fibLists     = 0x02e2
	fibListUses  = 0x02ea
)

// area is the part of the table stream that the file information block names; empty when there is none.
func (m *msdoc) area(at int) blob {
	if m.old {
		return nil
	}
	return m.table.cut(m.main.u32(at), m.main.u32(at+4))
}
