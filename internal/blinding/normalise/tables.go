package normalise

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark/parser"

	data "iucomstudien/assets/blinding/normalise"
	"iucomstudien/internal/legalref"
	"iucomstudien/internal/study"
)

// loadTables reads and compiles the data once for the whole program.
var loadTables = sync.OnceValues(readTables)

// tables are the data of the rules, compiled.
type tables struct {
	reasoning    *regexp.Regexp // R1: bracket marks at the start of the text
	chatToken    *regexp.Regexp // R2: at the start of the text
	statusLine   *patternList   // R2: a whole line
	products     *patternList   // R2: before a colon
	speakers     *patternList   // R2: before a colon
	makers       *regexp.Regexp // names that may give the origin away
	makerStarts  *[256][]string // how these names begin, by first letter
	token        *regexp.Regexp // S1
	tokenAt      *regexp.Regexp // S1: at the start of the text
	htmlTag      *regexp.Regexp // M9: group 1 closing, group 2 name
	htmlKinds    map[string]tagKind
	href         *regexp.Regexp
	entity       *regexp.Regexp
	tex          map[string]string // M11
	lookalikes   map[rune]string   // C7
	tracking     tracking          // S3
	sourceHead   *patternList      // S4: a whole heading
	markerGuards map[string]bool   // S2
	markerJoins  map[string]bool   // S2
	markdown     parser.Parser
	refs         *legalref.Reader
	forms        map[study.Language]*forms
	vocabularies map[study.Language]map[string]*vocabulary // by rule
	cues         map[study.Language]*[256][]string         // P2, by first letter: of the language and of English
}

// list is one list of patterns in machine.json, with examples.
type list struct {
	Note     string   `json:"note"`
	Patterns []string `json:"patterns"`
	In       []string `json:"in"`
	Out      []string `json:"out"`
}

// tracking are the names of parameters that tell where a reader came from.
type tracking struct {
	Prefixes   []string `json:"prefixes"`
	Names      []string `json:"names"`
	Assistants []string `json:"assistants"`
}

// machineFile is machine.json: what does not depend on a language.
type machineFile struct {
	Reasoning struct {
		Names []string `json:"names"`
	} `json:"reasoning"`
	ChatTokens  list     `json:"chatTokens"`
	StatusLines list     `json:"statusLines"`
	Products    list     `json:"products"`
	Speakers    list     `json:"speakers"`
	Makers      list     `json:"makers"`
	Tokens      list     `json:"tokens"`
	Tracking    tracking `json:"tracking"`
	HTML        struct {
		Block  []string `json:"block"`
		Inline []string `json:"inline"`
		Cell   []string `json:"cell"`
		Raise  []string `json:"raise"`
		Lower  []string `json:"lower"`
		Quote  []string `json:"quote"`
		Struck []string `json:"struck"`
		Link   []string `json:"link"`
		Hidden []string `json:"hidden"`
	} `json:"html"`
	TeX struct {
		Commands map[string]string `json:"commands"`
	} `json:"tex"`
	Lookalikes struct {
		Pairs map[string]string `json:"pairs"`
	} `json:"lookalikes"`
	SourceHeadings list `json:"sourceHeadings"`
	MarkerGuards   struct {
		Words []string `json:"words"`
		Joins []string `json:"joins"`
	} `json:"markerGuards"`
}

func readTables() (*tables, error) {
	var m machineFile
	if err := readJSON("machine.json", &m); err != nil {
		return nil, err
	}
	c := compiler{}
	t := &tables{
		reasoning:    c.compile(reasoningPattern(m.Reasoning.Names)),
		chatToken:    c.compile(`^(?i:` + strings.Join(m.ChatTokens.Patterns, "|") + `)`),
		statusLine:   c.list(m.StatusLines.Patterns),
		products:     c.list(m.Products.Patterns),
		speakers:     c.list(m.Speakers.Patterns),
		makers:       c.compile(`^(?i:` + strings.Join(m.Makers.Patterns, "|") + `)`),
		token:        c.compile(`(?i:` + strings.Join(m.Tokens.Patterns, "|") + `)`),
		tokenAt:      c.compile(`^(?i:` + strings.Join(m.Tokens.Patterns, "|") + `)`),
		htmlTag:      c.compile(`^<(/?)([A-Za-z][A-Za-z0-9]{0,11})(?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?>`),
		href:         c.compile(`(?i)\shref\s*=\s*["']?([^"'\s>]+)`),
		entity:       c.compile(`^&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});`),
		sourceHead:   c.list(m.SourceHeadings.Patterns),
		htmlKinds:    m.kinds(),
		tex:          m.TeX.Commands,
		tracking:     m.Tracking,
		markerGuards: setOfWords(m.MarkerGuards.Words),
		markerJoins:  setOfWords(m.MarkerGuards.Joins),
		markdown:     newMarkdown(),
		lookalikes:   make(map[rune]string),
		forms:        make(map[study.Language]*forms),
	}
	refs, err := legalref.New()
	if err != nil {
		return nil, fmt.Errorf("loading the reader of citations: %w", err)
	}
	t.refs = refs
	t.makerStarts = cueTable(c.list(m.Makers.Patterns).starts())
	for from, to := range m.Lookalikes.Pairs {
		t.lookalikes[[]rune(from)[0]] = to
	}
	for _, lang := range study.Languages() {
		t.forms[lang] = c.forms(lang)
	}
	t.vocabularies = make(map[study.Language]map[string]*vocabulary)
	t.cues = make(map[study.Language]*[256][]string)
	for _, lang := range study.Languages() {
		t.vocabularies[lang] = c.readVocabularies(lang)
		t.cues[lang] = cueTable(t.forms[lang].cues, t.forms[study.English].cues)
	}
	return t, c.err
}

// cueTable orders words by their first letter.
func cueTable(lists ...[]string) *[256][]string {
	table := new([256][]string)
	for _, list := range lists {
		for _, cue := range list {
			table[cue[0]] = append(table[cue[0]], cue)
		}
	}
	return table
}

// readJSON reads one data file.
func readJSON(name string, into any) error {
	text, err := data.Files.ReadFile(name)
	if err != nil {
		return fmt.Errorf("reading blinding data: %w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("reading blinding data %s: %w", name, err)
	}
	return nil
}

// reasoningPattern matches one mark of a reasoning block: group 1 is the slash of a closing mark, 2 the name,
// 3 the opening and 4 the closing of a thoughts channel.
func reasoningPattern(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = regexp.QuoteMeta(n)
	}
	return `^(?i:[<\[◁⟨〈【]\|?\s?(/|end_of_)?(?:begin_of_)?(` + strings.Join(quoted, "|") + `)(?:\s[^<>\[\]◁▷\n]{0,300})?\|?[>\]▷⟩〉】]` +
		`|(<\|channel\|>\s?(?:analysis|commentary|thought)[^<\n]{0,80}<\|message\|>)` +
		`|(<\|(?:end|return|call)\|>))`
}

func (m *machineFile) kinds() map[string]tagKind {
	kinds := make(map[string]tagKind)
	for kind, names := range map[tagKind][]string{
		tagBlock: m.HTML.Block, tagInline: m.HTML.Inline, tagCell: m.HTML.Cell, tagRaise: m.HTML.Raise, tagLower: m.HTML.Lower,
		tagQuote: m.HTML.Quote, tagStruck: m.HTML.Struck, tagLink: m.HTML.Link, tagHidden: m.HTML.Hidden,
	} {
		for _, n := range names {
			kinds[n] = kind
		}
	}
	return kinds
}

func setOfWords(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// compiler compiles patterns and keeps the first fault.
type compiler struct{ err error }

func (c *compiler) compile(pattern string) *regexp.Regexp {
	re, err := regexp.Compile(pattern)
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("compiling blinding pattern: %w", err)
	}
	return re
}

func (c *compiler) list(patterns []string) *patternList {
	l, err := newPatternList(patterns)
	if err != nil && c.err == nil {
		c.err = err
	}
	return l
}

// form is one pattern of a language: a phrase of chat programs or a form of letters.
type form struct {
	Rule    string   `json:"rule"`
	Kind    string   `json:"kind,omitempty"` // what within the rule the pattern stands for
	Pattern string   `json:"pattern"`
	Note    string   `json:"note"`
	In      []string `json:"in"`
	Out     []string `json:"out"`
}

// formsFile is phrases.<lang>.json or letters.<lang>.json.
type formsFile struct {
	Words   map[string]string `json:"words"`
	Entries []form            `json:"entries"`
}

// forms are the patterns of one language, one list for each rule and kind, matching a whole sentence or line.
type forms struct {
	whole map[string]*patternList // by rule, or rule and kind: "P1", "L3.label"
	cues  []string                // lower case; a sentence that P2 removes holds one of them
	needs []string                // lower case; a sentence that P3 removes holds one of them
}

// name is what a form is found under.
func (f form) name() string {
	if f.Kind == "" {
		return f.Rule
	}
	return f.Rule + "." + f.Kind
}

func (c *compiler) forms(lang study.Language) *forms {
	patterns := make(map[string][]string)
	out := &forms{whole: make(map[string]*patternList)}
	for _, file := range []string{"phrases", "letters"} {
		var f formsFile
		if err := readJSON(file+"."+string(lang)+".json", &f); err != nil && c.err == nil {
			c.err = err
		}
		for _, e := range f.Entries {
			if _, ok := ParseRule(e.Rule); !ok && c.err == nil {
				c.err = fmt.Errorf("blinding data %s.%s.json: no rule %q", file, lang, e.Rule)
			}
			patterns[e.name()] = append(patterns[e.name()], expand(e.Pattern, f.Words))
		}
		if cues := f.Words["cue"]; cues != "" {
			out.cues = strings.Split(cues, "|")
		}
		if needs := f.Words["P3.needs"]; needs != "" {
			out.needs = strings.Split(needs, "|")
		}
	}
	for name, list := range patterns {
		out.whole[name] = c.list(list)
	}
	return out
}

// deepestWords bounds how often names of word lists are looked up inside one another.
const deepestWords = 6

// expand puts the words of a list where its name stands in braces. Counts such as {1,3} are left alone.
func expand(pattern string, words map[string]string) string {
	for range deepestWords {
		before := pattern
		for _, name := range slices.Sorted(maps.Keys(words)) {
			pattern = strings.ReplaceAll(pattern, "{"+name+"}", "(?:"+words[name]+")")
		}
		if pattern == before {
			break
		}
	}
	return pattern
}
