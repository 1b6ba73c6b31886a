package handout

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Finding is a place in a blind folder that may tell an origin.
type Finding struct {
	File    string // path in the zip; the part of a workbook or document follows after "!"
	What    Kind
	Match   string // the passage itself, in lower case: the same one has the same, whatever stands around it
	Excerpt string // the passage with a few words around it
	Public  bool   // the same text stands in the question or the gold standard
}

// Bounds of an audit: a blind folder is small, and an archive must not unpack without end.
const (
	maxDepth    = 4
	maxUnpacked = 256 << 20
)

// Audit opens a finished zip, with every archive in it, and searches names, properties, comments and contents for the
// secrets, for names of AI products and for answers that name themselves. It also says where a time differs from the others. No finding means
// that none of the secrets stands there; that style gives nothing away is for the blinding check to say.
func Audit(data []byte, secrets Secrets) ([]Finding, error) {
	known, err := selfNamingRules()
	if err != nil {
		return nil, err
	}
	secrets.add(Product, known.products...)
	code, err := ownCode()
	if err != nil {
		return nil, err
	}
	a := &audit{searchers: searchers(secrets), selfNaming: known.rules, ownCode: code, clean: make(map[[sha256.Size]byte]bool), said: make(map[string]bool)}
	for _, text := range secrets.Public {
		a.public = append(a.public, plain(text))
	}
	if err := a.archive("", data, 0); err != nil {
		return nil, fmt.Errorf("auditing the blind folder: %w", err)
	}
	return a.findings, nil
}

// audit is an audit under way.
type audit struct {
	searchers  []searcher
	selfNaming []namingRule
	public     []string // what reviewers get on purpose, as it is read
	ownCode    []string // style and scripts of the program's own pages
	findings   []Finding
	clean      map[[sha256.Size]byte]bool // XML parts without a finding
	said       map[string]bool            // lines in which no answer names its origin
	moment     time.Time                  // of the first file; all others must have the same
	unpacked   int64
}

func (a *audit) found(file string, what Kind, match, excerpt string, public bool) {
	match = strings.TrimFunc(strings.ToLower(strings.Join(strings.Fields(match), " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) // marks of the format the passage stands in
	})
	f := Finding{File: file, What: what, Match: match, Excerpt: excerpt, Public: public}
	for _, have := range a.findings {
		if have == f {
			return
		}
	}
	a.findings = append(a.findings, f)
}

// archive audits a zip; prefix is "" for the blind folder itself.
func (a *audit) archive(prefix string, data []byte, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%s: archives lie in archives too deeply", prefix)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fmt.Errorf("%s: %w", prefix, err)
	}
	a.seal(prefix, data, r)
	if r.Comment != "" {
		a.found(prefix, Archive, r.Comment, excerpt(r.Comment, 0, len(r.Comment)), false)
		a.search(prefix, r.Comment)
	}
	for _, part := range r.File {
		if err := a.part(prefix+part.Name, part, depth); err != nil {
			return err
		}
	}
	return nil
}

// part audits one file of an archive.
func (a *audit) part(name string, part *zip.File, depth int) error {
	if a.moment.IsZero() {
		a.moment = part.Modified
	}
	if !part.Modified.Equal(a.moment) {
		moment := part.Modified.UTC().Format(time.RFC3339)
		a.found(name, TimeStamp, moment, moment, false)
	}
	if part.Comment != "" {
		a.found(name, Archive, part.Comment, excerpt(part.Comment, 0, len(part.Comment)), false)
		a.search(name, part.Comment)
	}
	a.search(name, part.Name)
	data, err := a.unpack(name, part)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return a.archive(name+"!", data, depth+1)
	}
	content := decode(data)
	a.searchTraces(name, content)
	if isXML(name) {
		a.searchXML(name, content)
		return nil
	}
	if strings.HasSuffix(name, ".html") {
		content = textOfPage(content, a.ownCode)
	}
	content = withoutOwnFormats(content)
	before := len(a.findings)
	a.search(name, content)
	if strings.HasSuffix(name, ".html") && len(a.findings) == before {
		a.search(name, xmlTag.ReplaceAllString(content, "")) // a name cut by marks: Chat<b>GPT</b>
	}
	a.searchSelfNaming(name, content)
	return nil
}

func (a *audit) unpack(name string, part *zip.File) ([]byte, error) {
	from, err := part.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer func() { _ = from.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(from, maxUnpacked-a.unpacked+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if a.unpacked += int64(len(data)); a.unpacked > maxUnpacked {
		return nil, fmt.Errorf("%s: unpacks to more than %d MB", name, maxUnpacked>>20)
	}
	return data, nil
}

// search looks for every secret.
func (a *audit) search(name, content string) {
	h := hay(content)
	for _, s := range a.searchers {
		for _, at := range s.find(h) {
			a.found(name, s.secret.Kind, s.needle, s.excerpt(h, at), s.public)
		}
	}
}

// searchXML looks at an XML part. The styles of all documents are the same bytes: what was searched in vain is not
// searched again.
func (a *audit) searchXML(name, content string) {
	sum, before := sha256.Sum256([]byte(content)), len(a.findings)
	if a.clean[sum] {
		return
	}
	a.search(name, textOfXML(content))
	a.searchSelfNaming(name, attributesOf(content)) // descriptions of pictures, targets of links
	a.clean[sum] = len(a.findings) == before
}

// searchTraces looks at a part of a Word file for what no answer needs and what may tell who wrote it: properties,
// remarks, marks of editing, data beside the text.
func (a *audit) searchTraces(name, content string) {
	if strings.Contains(name, ".xlsx!") {
		a.searchSheetTraces(name, content)
	}
	if !strings.Contains(name, ".docx!") {
		return
	}
	if at := traceParts.FindStringIndex(name); at != nil {
		a.found(name, Trace, name[at[0]:at[1]], name[at[0]:at[1]], false)
	}
	if at := traceMarks.FindStringIndex(content); at != nil {
		a.found(name, Trace, content[at[0]:at[1]], excerpt(content, at[0], at[1]), false)
	}
}

var (
	traceParts = regexp.MustCompile(`(?:docProps|docMetadata|customXml|_xmlsignatures)/|word/(?:comments|people|settings|media|embeddings|glossary|vba|printerSettings)`)
	traceMarks = regexp.MustCompile(`\bw:(?:rsid\w*|author|date|initials)="|<w:(?:vanish|specVanish|webHidden|ins|del|moveFrom|moveTo)\b`)
	sheetParts = regexp.MustCompile(`customXml/|docProps/custom|docMetadata/|xl/(?:comments|persons|threadedComments|media|externalLinks|embeddings|vbaProject|printerSettings|revisions)`)
	sheetTimes = regexp.MustCompile(`<dcterms:(?:created|modified)[^>]*>([^<]*)<`)
)

// searchSheetTraces looks at a part of a workbook for remarks, pictures and foreign data, and for another time than the folder's.
func (a *audit) searchSheetTraces(name, content string) {
	if at := sheetParts.FindStringIndex(name); at != nil {
		a.found(name, Trace, name[at[0]:at[1]], name[at[0]:at[1]], false)
	}
	if !strings.HasSuffix(name, "docProps/core.xml") {
		return
	}
	for _, m := range sheetTimes.FindAllStringSubmatch(content, -1) {
		if at, err := time.Parse(time.RFC3339, m[1]); err != nil || !at.Equal(a.moment) {
			a.found(name, TimeStamp, m[1], m[1], false)
		}
	}
}

// searchSelfNaming looks for passages in which an answer says who or what wrote it. An answer stands in several files: a line without a
// finding is not read again.
func (a *audit) searchSelfNaming(name, content string) {
	content = plain(content)
	for start := 0; start < len(content); {
		end := len(content)
		if n := strings.IndexByte(content[start:], '\n'); n >= 0 {
			end = start + n + 1
		}
		line, before := content[start:end], len(a.findings)
		if !a.said[line] {
			a.searchLine(name, content, start, end)
			a.said[line] = len(a.findings) == before
		}
		start = end
	}
}

// searchLine looks at one line of a content. What the question itself says in the first person ("I am a student and …") tells no origin.
func (a *audit) searchLine(name, content string, start, end int) {
	line := content[start:end]
	var hits []hit
	for _, rule := range a.selfNaming {
		for _, at := range rule.pattern.FindAllStringIndex(line, -1) {
			if rule.what != Product || !cited(line, at[0], at[1]) {
				hits = append(hits, hit{rule.what, at[0], at[1]})
			}
		}
	}
	for _, h := range widest(hits) {
		passage := strings.TrimSpace(line[h.from:h.to])
		public := slices.ContainsFunc(a.public, func(text string) bool { return strings.Contains(text, passage) })
		a.found(name, h.what, passage, excerpt(content, start+h.from, start+h.to), public)
	}
}

// hit is where a pattern met in a line.
type hit struct {
	what     Kind
	from, to int
}

// widest leaves out what overlaps a wider hit of the same kind: a person reads one passage, whatever number of patterns it meets.
func widest(hits []hit) []hit {
	slices.SortStableFunc(hits, func(x, y hit) int { return cmp.Compare(y.to-y.from, x.to-x.from) })
	var kept []hit
	for _, h := range hits {
		if !slices.ContainsFunc(kept, func(k hit) bool { return k.what == h.what && h.from < k.to && k.from < h.to }) {
			kept = append(kept, h)
		}
	}
	slices.SortStableFunc(kept, func(x, y hit) int { return cmp.Compare(x.from, y.from) })
	return kept
}
