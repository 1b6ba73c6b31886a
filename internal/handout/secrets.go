package handout

import (
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// Kind is what a secret is.
type Kind string

const (
	Provider    Kind = "provider"
	Model       Kind = "model"
	Version     Kind = "version"
	Product     Kind = "product"
	Participant Kind = "participant"
	FileName    Kind = "file-name"
	Checksum    Kind = "checksum"
	AnswerID    Kind = "answer-id"
	SelfNaming  Kind = "self-naming" // an answer says itself who or what wrote it
	TimeStamp   Kind = "time-stamp"  // a file carries another time than the rest
	Archive     Kind = "archive"     // a remark or an added field of an archive
	Link        Kind = "link"        // a link says where it was copied
	Trace       Kind = "trace"       // a Word file carries properties, remarks or marks of editing
)

// Kinds lists every kind. Its word stands under "handout.finding."+kind.
func Kinds() []Kind {
	return []Kind{
		Provider, Model, Version, Product, Participant, FileName, Checksum, AnswerID, SelfNaming, Link, TimeStamp, Archive, Trace,
	}
}

// Secret is a text that must not occur in a blind folder.
type Secret struct {
	Kind Kind
	Text string
}

// Secrets is what an audit searches for.
type Secrets struct {
	Texts []Secret
	// Public are texts that reviewers get on purpose: facts, gold standard. A secret that stands there tells no
	// origin by itself: a case may be about a provider.
	Public []string
}

// SecretsOf lists what would tell the origin of answers: names of provider and model, participants, names and
// checksums of their files, their IDs in the database.
func SecretsOf(answers []study.Answer) Secrets {
	var s Secrets
	for _, a := range answers {
		s.add(Provider, a.Origin.Provider, withoutBrackets(a.Origin.Provider))
		s.add(Model, a.Origin.Model)
		if telling(a.Origin.Version) {
			s.add(Version, a.Origin.Version)
		}
		s.add(Participant, a.Origin.Participant)
		s.add(FileName, a.File.Name)
		if stem := strings.TrimSuffix(a.File.Name, filepath.Ext(a.File.Name)); telling(stem) {
			s.add(FileName, stem)
		}
		s.add(Checksum, a.File.SHA256)
		s.add(AnswerID, a.ID)
	}
	return s
}

// add takes over texts that are there and not yet known.
func (s *Secrets) add(kind Kind, texts ...string) {
	for _, t := range texts {
		t = strings.TrimSpace(t)
		if utf8.RuneCountInString(t) < 2 {
			continue
		}
		known := false
		for _, have := range s.Texts {
			known = known || have == Secret{kind, t}
		}
		if !known {
			s.Texts = append(s.Texts, Secret{kind, t})
		}
	}
}

// telling keeps words and bare numbers out, which occur in any text.
func telling(s string) bool {
	hasLetter := strings.ContainsFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r > 127 })
	return len(s) >= 4 && hasLetter && strings.ContainsAny(s, "0123456789_-.")
}

func withoutBrackets(s string) string {
	before, _, _ := strings.Cut(s, "(")
	return before
}

// searcher finds one secret in a text.
type searcher struct {
	secret Secret
	needle string
	exact  bool // as it is written; else in any case
	public bool // the secret stands in a public text
}

// searchers are the secrets ready to be searched for: IDs and short names as they are written, all else in any case.
func searchers(s Secrets) []searcher {
	list := make([]searcher, 0, len(s.Texts))
	public := make([]haystack, len(s.Public))
	for i, text := range s.Public {
		public[i] = hay(text)
	}
	for _, secret := range s.Texts {
		one := searcher{secret: secret, needle: strings.ToLower(secret.Text)}
		if secret.Kind == Participant || secret.Kind == AnswerID || utf8.RuneCountInString(secret.Text) < 3 {
			one.needle, one.exact = secret.Text, true
		}
		for _, h := range public {
			one.public = one.public || len(one.find(h)) > 0
		}
		list = append(list, one)
	}
	return list
}

// haystack is a text to search, as it is and in lower case. Places count in the lower-case text, which differs in
// length from the other for a handful of rare letters only.
type haystack struct{ text, lower string }

func hay(text string) haystack {
	text = blanks.ReplaceAllString(plain(text), " ")
	return haystack{text: text, lower: strings.ToLower(text)}
}

var blanks = regexp.MustCompile(`\s+`)

// plain writes a text as it is read: without characters of no width, all dashes as hyphens, all blanks alike. Line ends stay.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf:
			return r
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
			return -1
		case r >= '\u2010' && r <= '\u2015', r == '\u2212':
			return '-'
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text)
}

// find gives the places where the secret stands as a whole word.
func (s searcher) find(h haystack) (places [][2]int) {
	text := h.lower
	if s.exact {
		text = h.text
	}
	for from := 0; ; {
		at := strings.Index(text[from:], s.needle)
		if at < 0 {
			return places
		}
		start, end := from+at, from+at+len(s.needle)
		if isolated(text, start, end) && !s.innocent(text, start, end) {
			places = append(places, [2]int{start, end})
		}
		from = end
	}
}

// excerpt is the passage as it is written, or in lower case where the places do not fit the text.
func (s searcher) excerpt(h haystack, at [2]int) string {
	if !s.exact && len(h.lower) != len(h.text) {
		return excerpt(h.lower, at[0], at[1])
	}
	return excerpt(h.text, at[0], at[1])
}

// isolated tells whether neither a letter nor a digit stands next to the passage.
func isolated(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !isWord(before) && !isWord(after)
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
