package lang

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"iucomstudien/assets/translations"
	"iucomstudien/internal/study"
)

// Catalogue is all texts in one language. It is safe for use by several goroutines.
type Catalogue struct {
	language  study.Language
	localizer *i18n.Localizer
	tag       language.Tag
	edge      string          // suffix of the sentences that only the window says; "" for everybody else
	keys      map[string]bool // that have a text
	lately    lately
}

// window is the suffix of the texts that the window says in a sentence of its own: what a remedy calls a command in the
// terminal is a page or a button there.
const window = ".window"

// loaded reads each language's texts once, when they are needed first: window, conduct and reports ask for them, and
// reading them takes a good part of a start.
var loaded = func() map[study.Language]func() (*Catalogue, error) {
	all := make(map[study.Language]func() (*Catalogue, error))
	for _, l := range study.Languages() {
		all[l] = sync.OnceValues(func() (*Catalogue, error) { return load(translations.Files, l) })
	}
	return all
}()

// New gives the texts of a language.
func New(l study.Language) (*Catalogue, error) {
	read, ok := loaded[l]
	if !ok {
		return nil, &study.Problem{ID: "lang.unknown", Args: map[string]any{"value": string(l)}}
	}
	return read()
}

// ForWindow gives the texts of a language as the window says them: where "<key>.window" is there, it is said in the place
// of "<key>".
func ForWindow(l study.Language) (*Catalogue, error) {
	c, err := New(l)
	if err != nil {
		return nil, err
	}
	return &Catalogue{language: c.language, localizer: c.localizer, tag: c.tag, edge: window, keys: c.keys}, nil
}

// All gives the catalogues of every language, by language.
func All() (map[study.Language]*Catalogue, error) {
	all := make(map[study.Language]*Catalogue)
	for _, l := range study.Languages() {
		c, err := New(l)
		if err != nil {
			return nil, err
		}
		all[l] = c
	}
	return all, nil
}

// load reads one language's file of fsys.
func load(fsys fs.FS, l study.Language) (*Catalogue, error) {
	tag, err := language.Parse(string(l))
	if err != nil {
		return nil, fmt.Errorf("language %q: %w", l, err)
	}
	bundle := i18n.NewBundle(tag)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	file, err := bundle.LoadMessageFileFS(fsys, string(l)+".json")
	if err != nil {
		return nil, fmt.Errorf("loading the texts of language %q: %w", l, err)
	}
	keys := make(map[string]bool, len(file.Messages))
	for _, m := range file.Messages {
		keys[m.ID] = true
	}
	return &Catalogue{language: l, localizer: i18n.NewLocalizer(bundle, string(l)), tag: tag, keys: keys}, nil
}

// Language is the language this catalogue speaks.
func (c *Catalogue) Language() study.Language { return c.language }

// T is the text of a key with its places filled in. Arguments come in pairs, a name and a value:
//
//	cat.T("answers.imported-from", "file", name)
//
// An unknown key comes back in angle quotes, so that a gap shows and nothing breaks; a test keeps gaps out.
func (c *Catalogue) T(key string, args ...any) string {
	text := c.say(&i18n.LocalizeConfig{MessageID: c.own(key), TemplateData: c.data(args)})
	c.lately.note(text, Saying{key: key, args: args})
	return text
}

// N is the text of a key in the plural form that n needs; {{.n}} in the text is the number itself.
func (c *Catalogue) N(key string, n int, args ...any) string {
	data := c.data(args)
	data["n"] = n
	text := c.say(&i18n.LocalizeConfig{MessageID: c.own(key), PluralCount: n, TemplateData: data})
	c.lately.note(text, Saying{key: key, args: args, n: n, counted: true})
	return text
}

// Has tells whether the key has a text.
func (c *Catalogue) Has(key string) bool { return c.keys[key] }

// Keys lists the keys of all texts, in the order of the alphabet.
func (c *Catalogue) Keys() []string { return slices.Sorted(maps.Keys(c.keys)) }

// own is the key under which this edge says what stands under a key.
func (c *Catalogue) own(key string) string {
	if c.edge != "" && c.keys[key+c.edge] {
		return key + c.edge
	}
	return key
}

func (c *Catalogue) say(cfg *i18n.LocalizeConfig) string {
	s, err := c.localizer.Localize(cfg)
	if err != nil && s == "" {
		return "‹" + cfg.MessageID + "›"
	}
	return s
}

// data makes the template's data of the pairs. Values that know words of their own (absences, categories)
// are passed as they are: the caller translates them.
func (c *Catalogue) data(args []any) map[string]any {
	data := make(map[string]any, len(args)/2+1)
	for i := 0; i+1 < len(args); i += 2 {
		if name, ok := args[i].(string); ok {
			data[name] = c.decimal(args[i+1])
		}
	}
	return data
}

// Problem says a fault that a person can mend: the sentence, with the place where it is known, and the remedy.
func (c *Catalogue) Problem(p *study.Problem) (sentence, remedy string) {
	args := []any{"file", filepath.Base(p.File), "row", p.Row, "column", p.Column}
	for k, v := range p.Args {
		if k == "at" {
			v = c.places(v)
		}
		args = append(args, k, c.word(v))
	}
	sentence = c.T("problem."+p.ID, args...)
	remedy = c.T("problem."+p.ID+".remedy", args...)
	if place := c.place(p); place != "" {
		sentence = place + ": " + sentence
	}
	return sentence, remedy
}

// places says the stored places inside a file that a problem names under "at".
func (c *Catalogue) places(v any) any {
	switch at := v.(type) {
	case string:
		return c.At(at)
	case []string:
		said := make([]string, len(at))
		for i, one := range at {
			said[i] = c.At(one)
		}
		return said
	}
	return v
}

// word joins lists, so that a sentence may name several allowed values.
func (c *Catalogue) word(v any) any {
	if list, ok := v.([]string); ok {
		return strings.Join(list, ", ")
	}
	return v
}

// decimal writes a quantity as a person reads it; anything else stays.
func (c *Catalogue) decimal(v any) any {
	if q, ok := v.(Quantity); ok {
		return c.Quantity(q)
	}
	return v
}

// place says where a fault is: file, row and column, as far as they are known.
func (c *Catalogue) place(p *study.Problem) string {
	var parts []string
	if p.File != "" {
		parts = append(parts, filepath.Base(p.File))
	}
	if p.Row > 0 {
		parts = append(parts, c.T("place.row", "row", p.Row))
	}
	if p.Column != "" {
		parts = append(parts, c.T("place.column", "column", p.Column))
	}
	return strings.Join(parts, ", ")
}

// Error says any error to a person: each Problem in it with its remedy, one a line, or, where there is none,
// the general sentence for unplanned faults with the developers' text.
func (c *Catalogue) Error(err error) string {
	problems := study.Problems(err)
	if len(problems) == 0 {
		return c.T("error.unplanned", "detail", err.Error())
	}
	lines := make([]string, 0, len(problems))
	for _, p := range problems {
		sentence, remedy := c.Problem(p)
		lines = append(lines, sentence+" "+remedy)
	}
	return strings.Join(lines, "\n")
}
