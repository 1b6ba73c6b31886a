package sheets

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	assets "iucomstudien/assets/sheets"
	"iucomstudien/internal/study"
)

// Machine names of the columns.
const (
	ColCode      = "code"
	ColCategory  = "category"
	ColAgreement = "agreement"
	ColGrade     = "grade"
	ColGrid      = "grid"
	ColTarget    = "target"
	ColOrigin    = "origin"
	ColComment   = "comment"
	ColMark      = "mark" // check value of the row, so that rows sorted apart are found
)

// Machine names of head rows that are more than facts about the sheet.
const (
	headReviewer = "reviewer"
	headMinutes  = "minutes" // time needed
	headContent  = "content" // checksum of what was filled in on the page
)

// column is one column of a sheet.
type column struct {
	Name     string
	Needs    string // "gold", "target" or "" for always
	Width    float64
	Headings map[study.Language]string
	Synonyms []string

	keys []string // headings of every language, synonyms and machine name, as they are compared
}

// asked tells whether the form has this column.
func (c column) asked(f Form) bool {
	switch c.Needs {
	case "gold":
		return f.Gold
	case "target":
		return f.Target
	}
	return true
}

// label is one kind of head row.
type label struct {
	Name     string
	FilledIn bool `json:"filled_in"` // by the reviewer
	PageOnly bool `json:"page_only"` // not on sheets that go out to spreadsheets, which would not keep it true
	Labels   map[study.Language]string
	Synonyms []string
}

// choice is one allowed value with its words. The first word of a language is the one that is written.
type choice struct {
	Value string
	EN    []string
	DE    []string
	PL    []string

	folded map[study.Language][]string // the words as they are compared
}

func (c choice) in(l study.Language) []string {
	return map[study.Language][]string{study.English: c.EN, study.German: c.DE, study.Polish: c.PL}[l]
}

// layout is the data of the sheets.
type layout struct {
	Format      string
	Columns     []column
	Head        []label
	Words       map[string][]choice
	NoJudgement []string                  `json:"no_judgement"`
	NoJudgeWord map[study.Language]string `json:"no_judgement_word"` // the one that the page writes
	Percent     []string                  // signs and words that may follow a percentage
	Minutes     []string                  // words that may follow a number of minutes
	Months      [][]string

	declined map[string]bool // NoJudgement as it is compared
}

// head lists the kinds of head rows that a sheet has as it goes out.
func (l *layout) head() []label {
	return slices.DeleteFunc(slices.Clone(l.Head), func(h label) bool { return h.PageOnly })
}

const layoutFormat = "iucom-sheet-columns/1"

var sheetLayout = sync.OnceValues(loadLayout)

func loadLayout() (*layout, error) {
	raw, err := assets.Files.ReadFile("columns.json")
	if err != nil {
		return nil, fmt.Errorf("reading the columns of the sheets: %w", err)
	}
	var l layout
	if err := json.Unmarshal(raw, &l); err != nil {
		return nil, fmt.Errorf("reading the columns of the sheets: %w", err)
	}
	if l.Format != layoutFormat {
		return nil, fmt.Errorf("columns of the sheets: format %q, want %q", l.Format, layoutFormat)
	}
	l.prepare()
	return &l, nil
}

// prepare folds once what every cell is compared with.
func (l *layout) prepare() {
	for i, c := range l.Columns {
		for _, n := range c.names() {
			l.Columns[i].keys = append(l.Columns[i].keys, headingKey(n))
		}
	}
	for _, choices := range l.Words {
		for i, c := range choices {
			choices[i].folded = make(map[study.Language][]string)
			for _, lang := range study.Languages() {
				for _, w := range c.in(lang) {
					choices[i].folded[lang] = append(choices[i].folded[lang], fold(w))
				}
			}
		}
	}
	l.declined = make(map[string]bool)
	for _, w := range l.NoJudgement {
		l.declined[declinedKey(w)] = true
	}
}

// declinedKey is the form in which words for «cannot be judged» are compared: folded, without blanks.
func declinedKey(s string) string { return strings.ReplaceAll(fold(s), " ", "") }

// word is how a value is written in a language; the value itself where it has no word.
func (l *layout) word(col, value string, lang study.Language) string {
	for _, c := range l.Words[col] {
		if words := c.in(lang); c.Value == value && len(words) > 0 {
			return words[0]
		}
	}
	return value
}

// allowed lists the words of a column in a language, in their order.
func (l *layout) allowed(col string, lang study.Language) []string {
	switch col {
	case ColAgreement:
		return []string{"0–100"}
	case ColGrade:
		return []string{"1", "2", "3", "4", "5"}
	}
	var words []string
	for _, c := range l.Words[col] {
		words = append(words, c.in(lang)[0])
	}
	return words
}

// column finds the column of a heading: by one of its names in any language, or by a beginning that fits one only.
func (l *layout) column(heading string) (name string, ok bool) {
	wanted := headingKey(heading)
	if wanted == "" {
		return "", false
	}
	var begins []string
	for _, c := range l.Columns {
		for _, key := range c.keys {
			if key == wanted {
				return c.Name, true
			}
			if len(wanted) >= 3 && strings.HasPrefix(key, wanted) && !slices.Contains(begins, c.Name) {
				begins = append(begins, c.Name)
			}
		}
	}
	if len(begins) == 1 {
		return begins[0], true
	}
	return "", false
}

func (c column) names() []string {
	names := append([]string{c.Name}, c.Synonyms...)
	for _, l := range study.Languages() {
		names = append(names, c.Headings[l])
	}
	return names
}

// language finds the language whose headings fit best, the preferred one where several fit equally well: the one in
// which abbreviations are read first.
func (l *layout) language(headings []string, preferred study.Language) study.Language {
	best, most := study.Language(""), 0
	for _, lang := range study.Languages() {
		n := 0
		for _, c := range l.Columns {
			if slices.ContainsFunc(headings, func(h string) bool { return headingKey(h) == headingKey(c.Headings[lang]) }) {
				n++
			}
		}
		if n > most || n == most && n > 0 && lang == preferred {
			best, most = lang, n
		}
	}
	return best
}

// headLabel finds the kind of a head row.
func (l *layout) headLabel(text string) (name string, ok bool) {
	wanted := fold(text)
	for _, h := range l.Head {
		names := append([]string{h.Name}, h.Synonyms...)
		for _, lang := range study.Languages() {
			names = append(names, h.Labels[lang])
		}
		if slices.ContainsFunc(names, func(n string) bool { return fold(n) == wanted }) {
			return h.Name, true
		}
	}
	return "", false
}

// oneLine undoes what a narrow column does to a heading: line breaks, hyphens where a word was cut, signs that do not show.
func oneLine(heading string) string {
	heading = strings.ReplaceAll(visible(heading), "-\n", "")
	return strings.TrimSpace(strings.ReplaceAll(heading, "\n", " "))
}

// headingKey is the form in which headings are compared: folded, without what stands in brackets and without signs.
func headingKey(s string) string {
	if before, after, ok := strings.Cut(s, "("); ok {
		_, rest, _ := strings.Cut(after, ")")
		s = before + rest
	}
	return strings.Join(strings.FieldsFunc(fold(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ")
}

// german writes umlauts as two letters.
var german = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "ł", "l")

// fold is the form in which words are compared: lower case, umlauts as two letters, no accents, single blanks.
func fold(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return strings.Join(strings.Fields(strings.ToLower(s)), " ") // most cells: nothing to take apart
	}
	s = german.Replace(strings.ToLower(norm.NFC.String(s)))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
	return strings.Join(strings.Fields(s), " ")
}
