package legalref

import "strings"

// Kind says what a hit is. The words are those of the labelling guide and of the stage "cite".
type Kind string

// The kinds of hits. Placeholder is the one kind beyond the labelling guide: a token such as [PERSON-1].
const (
	Provision   Kind = "provision"   // § or article with its act
	Decision    Kind = "decision"    // court, date, file number
	Headnote    Kind = "headnote"    // RIS-Justiz number
	ECLI        Kind = "ecli"        // European Case Law Identifier
	CELEX       Kind = "celex"       // number of a document in EUR-Lex
	Act         Kind = "act"         // act without a provision
	Gazette     Kind = "gazette"     // official journal
	Reporter    Kind = "reporter"    // collection, law report or journal
	Pinpoint    Kind = "pinpoint"    // marginal number or page
	Backref     Kind = "backref"     // leg cit, aaO, ebd, ibid, tamże, op. cit.
	Amount      Kind = "amount"      // figure with a currency
	Percent     Kind = "percent"     // percent, per mille, percentage points
	Date        Kind = "date"        // day, month or year
	Duration    Kind = "duration"    // figure with a unit of time
	Number      Kind = "number"      // any other figure
	Placeholder Kind = "placeholder" // [PERSON-1] and its like
)

// Part is one named piece of a hit, as written in the text but in the spelling of the norm.
type Part struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Hit is one source or figure found in a text.
type Hit struct {
	Start, End         int // bytes, end exclusive
	RuneStart, RuneEnd int // code points, end exclusive
	Text               string
	Kind               Kind
	Jurisdiction       string   // AT, DE, PL, EU, UK, INT; "" where the kind has none
	Norms              []string // normalised forms; a list under one sign has several
	Norm               string   // Norms joined by "; ": two spellings of the same source are equal
	Parts              []Part   // of a list: those of every norm in turn, each beginning with "act"
	RefersTo           string   // of a short form: the norm of the citation it stands for, "" when there is none
	WellFormed         bool
	Reason             string // machine word, "" when well formed
}

// Part gives the value of a named part, "" when the hit has none of that name.
func (h *Hit) Part(name string) string {
	for _, p := range h.Parts {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// raw is a hit before jurisdiction and act of ambiguous names are decided.
type raw struct {
	start, end int // tokens, end exclusive
	from, to   int // bytes
	kind       Kind
	jur        string
	norms      []string
	parts      []Part
	reason     string
	prov       *provision // of a provision
	acts       []*act     // of an act: what the abbreviation can mean
	readings   []reading  // of a journal that several legal orders have
	years      string     // of a journal: "1918-"
	file       *fileNo    // of a decision
	court      *court     // of a decision, when it is named
	refersTo   string
	shape      *shape // of a decision, journal or report
	loose      bool   // a number in words that may be an article or a manner of speaking
}

// reading is one of several things a hit can mean.
type reading struct {
	kind  Kind
	jur   string
	norm  string
	parts []Part
	years string // of the journal
	shape *shape
}

func (h *raw) take(r reading) {
	h.kind, h.jur, h.norms, h.parts, h.years, h.shape = r.kind, r.jur, []string{r.norm}, r.parts, r.years, r.shape
}

func (h *raw) part(name string) string {
	for _, p := range h.parts {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

func (h *raw) finish(text string) Hit {
	return Hit{
		Start: h.from, End: h.to, Text: text[h.from:h.to], Kind: h.kind, Jurisdiction: h.jur, Norms: h.norms,
		Norm: strings.Join(h.norms, "; "), Parts: h.parts, RefersTo: h.refersTo, WellFormed: h.reason == "", Reason: h.reason,
	}
}
