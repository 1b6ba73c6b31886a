package intake

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	data "iucomstudien/assets/intake"
	"iucomstudien/internal/study"
)

// rules are the words of assets/intake, ready for looking up.
type rules struct {
	headings   map[string]place // folded heading -> its field
	personal   map[string]bool
	conditions map[string]condition
	levels     map[string]study.Qualification
	consent    map[string]bool // folded word -> yes or no
	noAids     map[string]bool
	months     map[string]int
	idWords    map[string]bool
	fields     map[string]map[string]int // own fields of exports: field -> folded name -> rank
	providers  map[string]string
	models     []modelPattern
	finish     map[string]map[string]study.Finish
	tools      map[string]string
	think      []string
	takeout    takeoutWords
}

// place is what a heading stands for; within a field the lower rank wins.
type place struct {
	field string
	rank  int
}

type condition struct {
	condition     study.Condition
	qualification study.Qualification
}

type modelPattern struct {
	pattern  *regexp.Regexp
	provider string
}

type takeoutWords struct {
	Product  []string `json:"product"`
	Verbs    []string `json:"verbs"`
	Attached []string `json:"attached"`
	attached []*regexp.Regexp
}

// loadRules reads the embedded files once.
var loadRules = sync.OnceValues(func() (*rules, error) {
	r := &rules{}
	for name, read := range map[string]func([]byte) error{
		"headings.json": r.readHeadings, "words.json": r.readWords, "exports.json": r.readExports,
	} {
		raw, err := data.Files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading the import's words: %w", err)
		}
		if err := read(raw); err != nil {
			return nil, fmt.Errorf("reading the import's words in %s: %w", name, err)
		}
	}
	return r, nil
})

func (r *rules) readHeadings(raw []byte) error {
	var file struct {
		Fields []struct {
			Field    string   `json:"field"`
			Headings []string `json:"headings"`
		} `json:"fields"`
		Personal []string `json:"personal"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return err
	}
	r.headings, r.personal = make(map[string]place), foldedSet(file.Personal)
	for _, f := range file.Fields {
		for rank, h := range f.Headings {
			if _, twice := r.headings[fold(h)]; twice {
				return fmt.Errorf("heading %q stands twice", h)
			}
			r.headings[fold(h)] = place{f.Field, rank}
		}
	}
	return nil
}

func (r *rules) readWords(raw []byte) error {
	var file struct {
		Conditions []struct {
			Condition     study.Condition     `json:"condition"`
			Qualification study.Qualification `json:"qualification"`
			Words         []string            `json:"words"`
		} `json:"conditions"`
		Qualifications []struct {
			Qualification study.Qualification `json:"qualification"`
			Words         []string            `json:"words"`
		} `json:"qualifications"`
		Consent struct {
			Yes []string `json:"yes"`
			No  []string `json:"no"`
		} `json:"consent"`
		NoAids           []string   `json:"no_aids"`
		Months           [][]string `json:"months"`
		ParticipantWords []string   `json:"participant_words"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return err
	}
	r.conditions = make(map[string]condition)
	for _, c := range file.Conditions {
		for _, w := range c.Words {
			r.conditions[fold(w)] = condition{c.Condition, c.Qualification}
		}
	}
	r.levels = make(map[string]study.Qualification)
	for _, q := range file.Qualifications {
		for _, w := range q.Words {
			if other, twice := r.levels[fold(w)]; twice && other != q.Qualification {
				return fmt.Errorf("word %q stands for two qualifications", w)
			}
			r.levels[fold(w)] = q.Qualification
		}
	}
	r.consent = make(map[string]bool)
	for _, w := range file.Consent.Yes {
		r.consent[fold(w)] = true
	}
	for _, w := range file.Consent.No {
		r.consent[fold(w)] = false
	}
	r.months = make(map[string]int)
	for i, names := range file.Months {
		for _, n := range names {
			r.months[fold(n)] = i + 1
		}
	}
	r.noAids, r.idWords = foldedSet(file.NoAids), foldedSet(file.ParticipantWords)
	return nil
}

func (r *rules) readExports(raw []byte) error {
	var file struct {
		OwnFields map[string][]string `json:"own_fields"`
		Providers map[string][]string `json:"providers"`
		Models    []struct {
			Pattern  string `json:"pattern"`
			Provider string `json:"provider"`
		} `json:"models"`
		Finish    map[string]map[string]study.Finish `json:"finish"`
		Tools     map[string]string                  `json:"tools"`
		ThinkTags []string                           `json:"think_tags"`
		Takeout   takeoutWords                       `json:"takeout"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return err
	}
	r.fields = make(map[string]map[string]int)
	for field, names := range file.OwnFields {
		r.fields[field] = make(map[string]int)
		for rank, n := range names {
			r.fields[field][fold(n)] = rank
		}
	}
	r.providers = make(map[string]string)
	for provider, names := range file.Providers {
		for _, n := range names {
			r.providers[fold(n)] = provider
		}
	}
	for _, m := range file.Models {
		pattern, err := regexp.Compile(m.Pattern)
		if err != nil {
			return err
		}
		r.models = append(r.models, modelPattern{pattern, m.Provider})
	}
	r.finish, r.tools, r.think, r.takeout = file.Finish, file.Tools, file.ThinkTags, file.Takeout
	for _, a := range file.Takeout.Attached {
		pattern, err := regexp.Compile(a)
		if err != nil {
			return err
		}
		r.takeout.attached = append(r.takeout.attached, pattern)
	}
	return nil
}

func foldedSet(words []string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[fold(w)] = true
	}
	return set
}

// fold makes words equal that differ only in letter case, blanks of any kind, underscores, or in ? : and * at the end.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '_' || r == '\ufeff' || r == '\u200b' || r == '\u00ad' {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFC.String(s))
	return strings.TrimRight(s, "?:*")
}
