package handout

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	assets "iucomstudien/assets/handout"
)

// Finding is a place in a blind folder that may tell an origin.
type Finding struct {
	File    string // path in the zip; the part of a workbook or document follows after "!"
	What    Kind
	Excerpt string // the passage with a few words around it
	Public  bool   // the same text stands in the question or the gold standard
}

// Bounds of an audit: a blind folder is small, and an archive must not unpack without end.
const (
	maxDepth    = 4
	maxUnpacked = 256 << 20
)

// Audit opens a finished zip, with every archive in it, and searches names, properties, comments and contents for the
// secrets and for answers that name themselves. It also says where a time differs from the others. No finding means
// that none of the secrets stands there; that style gives nothing away is for the blinding check to say.
func Audit(data []byte, secrets Secrets) ([]Finding, error) {
	rules, err := selfNamingRules()
	if err != nil {
		return nil, err
	}
	a := &audit{searchers: searchers(secrets), selfNaming: rules}
	if err := a.archive("", data, 0); err != nil {
		return nil, fmt.Errorf("auditing the blind folder: %w", err)
	}
	return a.findings, nil
}

// audit is an audit under way.
type audit struct {
	searchers  []searcher
	selfNaming []*regexp.Regexp
	findings   []Finding
	moment     time.Time // of the first file; all others must have the same
	unpacked   int64
}

func (a *audit) found(file string, what Kind, excerpt string, public bool) {
	f := Finding{File: file, What: what, Excerpt: excerpt, Public: public}
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
	if r.Comment != "" {
		a.found(prefix, Archive, excerpt(r.Comment, 0, len(r.Comment)), false)
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
		a.found(name, TimeStamp, part.Modified.UTC().Format(time.RFC3339), false)
	}
	if part.Comment != "" {
		a.found(name, Archive, excerpt(part.Comment, 0, len(part.Comment)), false)
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
	if isXML(name) {
		a.search(name, textOfXML(content))
		return nil
	}
	if strings.HasSuffix(name, ".html") {
		content = html.UnescapeString(content)
	}
	a.search(name, content)
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
			a.found(name, s.secret.Kind, s.excerpt(h, at), s.public)
		}
	}
}

func (a *audit) searchSelfNaming(name, content string) {
	for _, rule := range a.selfNaming {
		for _, at := range rule.FindAllStringIndex(content, -1) {
			a.found(name, SelfNaming, excerpt(content, at[0], at[1]), false)
		}
	}
}

// excerpt is a passage with a few characters around it, on one line.
func excerpt(s string, from, to int) string {
	const around = 30
	start, end := max(0, from-around), min(len(s), to+around)
	for start > 0 && !utf8.RuneStart(s[start]) {
		start--
	}
	for end < len(s) && !utf8.RuneStart(s[end]) {
		end++
	}
	return strings.Join(strings.Fields(s[start:end]), " ")
}

// decode gives the text of bytes: UTF-8, UTF-16 with a mark, or one character a byte.
func decode(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		units := make([]uint16, 0, len(data)/2)
		for i := 2; i+1 < len(data); i += 2 {
			hi, lo := data[i], data[i+1]
			if data[0] == 0xff {
				hi, lo = lo, hi
			}
			units = append(units, uint16(hi)<<8|uint16(lo))
		}
		return string(utf16.Decode(units))
	case utf8.Valid(data):
		return string(data)
	}
	runes := make([]rune, len(data))
	for i, b := range data {
		runes[i] = rune(b)
	}
	return string(runes)
}

func isXML(name string) bool {
	for _, ending := range []string{".xml", ".rels", ".vml"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

var (
	xmlTag       = regexp.MustCompile(`<[^>]*>`)
	xmlAttribute = regexp.MustCompile(`\s([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
)

// formOnly are attributes whose values belong to the format: places in a sheet ("A1" there is no participant) and
// names of its extensions ("a14" is no answer).
var formOnly = regexp.MustCompile(`^(?:r|ref|sqref|activeCell|topLeftCell|spans|min|max|xmlns(?::.*)?|mc:Ignorable)$`)

// textOfXML is what an XML part says: its texts, and the values of its attributes one a line.
func textOfXML(content string) string {
	var b strings.Builder
	for _, tag := range xmlTag.FindAllString(content, -1) {
		for _, m := range xmlAttribute.FindAllStringSubmatch(tag, -1) {
			if !formOnly.MatchString(m[1]) {
				b.WriteString(html.UnescapeString(m[2]+m[3]) + "\n")
			}
		}
	}
	// A word may be cut into runs: the texts are read with the tags taken out, and with a blank in their place.
	b.WriteString(html.UnescapeString(xmlTag.ReplaceAllString(content, " ")) + "\n")
	b.WriteString(html.UnescapeString(xmlTag.ReplaceAllString(content, "")))
	return b.String()
}

const selfNamingFormat = "iucom-self-naming/1"

var selfNamingRules = sync.OnceValues(loadSelfNaming)

func loadSelfNaming() ([]*regexp.Regexp, error) {
	raw, err := assets.Files.ReadFile("self-naming.json")
	if err != nil {
		return nil, fmt.Errorf("reading the rules on answers that name themselves: %w", err)
	}
	var file struct {
		Format string
		Rules  []struct{ ID, Pattern string }
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, fmt.Errorf("reading the rules on answers that name themselves: %w", err)
	}
	if file.Format != selfNamingFormat {
		return nil, fmt.Errorf("rules on answers that name themselves: format %q, want %q", file.Format, selfNamingFormat)
	}
	list := make([]*regexp.Regexp, len(file.Rules))
	for i, r := range file.Rules {
		if list[i], err = regexp.Compile(r.Pattern); err != nil {
			return nil, fmt.Errorf("rule %s: %w", r.ID, err)
		}
	}
	return list, nil
}
