package pseudonymise

import (
	"bufio"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	assets "iucomstudien/assets/blinding/pseudonymise"
	"iucomstudien/internal/study"
)

// given is what is known about a first name.
type given struct {
	gender byte // 'm', 'f', 'u' for both
	weak   bool // also a common word: a name only before a surname
}

// rules are the lists of one file of assets/blinding/pseudonymise/rules by key.
type rules map[string][]string

// lexicon is everything the finders look words up in. It is read-only after loading.
type lexicon struct {
	rules                 map[string]rules // "de", "pl", "en", "common"
	words                 map[study.Language]map[string]class
	given                 map[study.Language]map[string]given
	nouns                 map[string]bool // German nouns
	heads                 map[string]bool // last parts of German compounds, lower case
	lower                 map[string]bool // German words written small
	en                    map[string]bool // common English words
	common                map[string]bool // common words that are surnames too
	streetEnd, streetSure []string
	streetNot, streetLead map[string]bool
	firmEnd, surnameEnd   []string
	weakForms             map[string]bool
	forms                 map[string][]legalForm
	siteKeep, tlds        map[string]bool
	sitePlatform          map[string]bool
	handleNot             map[string]bool
	currency, phone       map[string]bool
	abbreviation          map[string]bool
	notGiven              map[string]bool // Polish words that look like a form of a first name
	givenWords            map[string]bool // English words that are first names and rarely the name of a case
	fixed, namesakes      phrases         // phrases called after somebody: everywhere, and beside a body
	lawFirm               map[string]bool // words in whose sentence a reference is a law firm's
	cues                  map[study.Language]cues
	endings               *endings
}

// cues are phrases looked for in a whole sentence.
type cues struct{ own, citing, alias []string }

// loadLexicon reads the lists once.
func loadLexicon() (*lexicon, error) {
	lex := &lexicon{rules: map[string]rules{}, words: map[study.Language]map[string]class{}, given: map[study.Language]map[string]given{}, cues: map[study.Language]cues{}}
	for _, name := range []string{"de", "pl", "en", "common"} {
		r, err := readRules(assets.Files, "rules/"+name+".txt")
		if err != nil {
			return nil, err
		}
		lex.rules[name] = r
	}
	var err error
	if lex.endings, err = readEndings(assets.Files, "rules/endings.txt"); err != nil {
		return nil, err
	}
	if err := lex.loadGiven(); err != nil {
		return nil, err
	}
	if err := lex.loadWords(); err != nil {
		return nil, err
	}
	for _, lang := range study.Languages() {
		lex.loadClasses(lang)
	}
	lex.loadCommon()
	return lex, nil
}

// loadGiven reads the first names. In a text of one language its own gender of a name counts before the others'.
func (lex *lexicon) loadGiven() error {
	order := map[study.Language][]string{
		study.German: {"de", "pl", "en", "other"}, study.Polish: {"pl", "de", "en", "other"}, study.English: {"en", "de", "pl", "other"},
	}
	lists := map[string]map[string]given{}
	for _, file := range []string{"de", "pl", "en", "other"} {
		list := map[string]given{}
		err := eachLine(assets.Files, "names/"+file+".txt", func(line string) {
			name, mark, _ := strings.Cut(line, " ")
			if mark != "" {
				list[name] = given{gender: mark[0], weak: strings.HasSuffix(mark, "~")}
			}
		})
		if err != nil {
			return err
		}
		lists[file] = list
	}
	for lang, files := range order {
		all := make(map[string]given, 16000)
		for _, file := range files {
			for name, g := range lists[file] {
				if _, known := all[name]; !known {
					all[name] = g
				}
			}
		}
		lex.given[lang] = all
	}
	return nil
}

func (lex *lexicon) loadWords() error {
	sets := []struct {
		path string
		to   *map[string]bool
	}{
		{"words/de-nouns.txt", &lex.nouns}, {"words/de-heads.txt", &lex.heads}, {"words/de-lower.txt", &lex.lower},
		{"words/en.txt", &lex.en}, {"words/surnames.txt", &lex.common},
	}
	for _, s := range sets {
		set := map[string]bool{}
		if err := eachLine(assets.Files, s.path, func(line string) { set[line] = true }); err != nil {
			return err
		}
		*s.to = set
	}
	return nil
}

// loadClasses builds the word table of one language from its own lists and those all languages share.
func (lex *lexicon) loadClasses(lang study.Language) {
	words := map[string]class{}
	add := func(key string, entries []string) {
		cls, ok := classKeys[key]
		if !ok {
			return
		}
		for _, entry := range entries {
			parts := splitWords(entry)
			if key == "title" || key == "titleful" || key == "postnominal" {
				for _, part := range parts {
					words[part] |= cls
				}
				continue
			}
			if len(parts) == 1 {
				words[parts[0]] |= cls
			}
		}
	}
	for key, entries := range lex.rules["common"] {
		add(key, entries)
	}
	for key, entries := range lex.rules[string(lang)] {
		if strings.HasSuffix(key, ".infl") {
			entries = lex.inflectAll(entries)
		}
		if lang == study.English && (strings.HasPrefix(key, "role") || key == "profession") {
			entries = withCapitals(entries)
		}
		add(key, entries)
	}
	for _, other := range study.Languages() {
		for _, key := range sharedKeys {
			if other != lang {
				add(key, capitalised(lex.rules[string(other)][key]))
			}
		}
	}
	lex.words[lang] = words
	r := lex.rules[string(lang)]
	lex.cues[lang] = cues{own: lowerAll(r["owncase"]), citing: lowerAll(r["citing"]), alias: lowerAll(r["alias"])}
}

func (lex *lexicon) loadCommon() {
	c := lex.rules["common"]
	lex.streetEnd, lex.streetSure = c["street.de"], c["street.de.sure"]
	lex.streetNot, lex.weakForms = set(c["street.de.not"]), set(c["legalform.weak"])
	lex.siteKeep, lex.tlds, lex.handleNot = set(c["site.keep"]), set(c["tld"]), set(c["handle.not"])
	lex.sitePlatform, lex.currency, lex.phone = set(c["site.platform"]), set(c["currency"]), set(c["phone"])
	lex.firmEnd, lex.surnameEnd = lex.rules["pl"]["firm.ending"], lex.rules["de"]["surname.ending"]
	lex.notGiven = set(lex.rules["pl"]["given.not"])
	lex.givenWords = set(lex.rules["en"]["given.word"])
	lex.abbreviation = set(c["abbreviation"])
	lex.streetLead = set(c["street.de.lead"])
	lex.fixed, lex.namesakes, lex.lawFirm = phrasesOf(c["fixed"]), phrasesOf(c["namesake"]), set(c["file.firm"])
	lex.loadForms(c["legalform"])
}

// inflectAll gives every entry in all its Polish forms, small and with a capital.
func (lex *lexicon) inflectAll(entries []string) []string {
	var all []string
	for _, e := range entries {
		all = append(all, e, title(e))
		for _, f := range lex.endings.forms(e, 0) {
			all = append(all, f.text, title(f.text))
		}
	}
	return all
}

func withCapitals(entries []string) []string {
	all := make([]string, 0, 2*len(entries))
	for _, e := range entries {
		all = append(all, e, title(e))
	}
	return all
}

func capitalised(entries []string) []string {
	var kept []string
	for _, e := range entries {
		if r, _ := utf8.DecodeRuneInString(e); unicode.IsUpper(r) || strings.ContainsAny(e, "é") || len(e) > 2 && !strings.Contains(e, " ") {
			kept = append(kept, e)
		}
	}
	return kept
}

func lowerAll(entries []string) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = strings.ToLower(e)
	}
	return out
}

func set(entries []string) map[string]bool {
	m := make(map[string]bool, len(entries))
	for _, e := range entries {
		m[e] = true
	}
	return m
}

// splitWords gives the runs of letters of an entry: "dr hab." is dr and hab.
func splitWords(entry string) []string {
	return strings.FieldsFunc(entry, func(r rune) bool { return !unicode.IsLetter(r) })
}

// readRules reads "key = entry, entry"; a line that begins with a blank goes on.
func readRules(fsys fs.FS, path string) (rules, error) {
	r, key := rules{}, ""
	err := eachRaw(fsys, path, func(line string) error {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			return nil
		}
		if !unicode.IsSpace(rune(line[0])) {
			name, rest, ok := strings.Cut(line, "=")
			if !ok {
				return fmt.Errorf("no key in %q", line)
			}
			key, line = strings.TrimSpace(name), rest
		}
		for _, entry := range strings.Split(line, ",") {
			if entry = strings.TrimSpace(entry); entry != "" {
				r[key] = append(r[key], entry)
			}
		}
		return nil
	})
	return r, err
}

// eachLine calls do for every line that is neither empty nor a comment.
func eachLine(fsys fs.FS, path string, do func(string)) error {
	return eachRaw(fsys, path, func(line string) error {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			do(line)
		}
		return nil
	})
}

func eachRaw(fsys fs.FS, path string, do func(string) error) error {
	f, err := fsys.Open(path)
	if err != nil {
		return fmt.Errorf("opening list %s: %w", path, err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		if err := do(sc.Text()); err != nil {
			return fmt.Errorf("reading list %s, line %d: %w", path, n, err)
		}
	}
	if err := sc.Err(); err != nil {
		return fmt.Errorf("reading list %s: %w", path, err)
	}
	return nil
}
