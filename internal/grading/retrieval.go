package grading

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// RetrievalOrder is what the evaluation of a search is made of. It is a request of its own after grading: the grader
// never sees it, since the list of sources would tell which answer is the Reporter's.
type RetrievalOrder struct {
	Language   study.Language
	Run        string // "r1"; letters and digits
	Question   string
	Sources    []string // as they were delivered: S1 … Sn
	Answer     string   // written from them
	KeySources []string // of the gold standard: G1 … Gn; empty: none is used
	Nonce      string
}

// Texts lists every foreign text of the order, for [NewNonce].
func (o RetrievalOrder) Texts() []string {
	texts := append([]string{o.Question, o.Answer}, o.Sources...)
	return append(texts, o.KeySources...)
}

var runName = regexp.MustCompile(`^[A-Za-z0-9]{1,16}$`)

// RetrievalRequest writes the request. It refuses an order without question or answer, a name of a run that is none,
// and a number that can not be used. A search may have delivered nothing.
func RetrievalRequest(o RetrievalOrder) (string, error) {
	switch {
	case !runName.MatchString(o.Run):
		return "", fmt.Errorf("retrieval request: the run %q has no usable name", o.Run)
	case strings.TrimSpace(o.Question) == "" || strings.TrimSpace(o.Answer) == "":
		return "", fmt.Errorf("retrieval request: there is no question or no answer")
	case !isNonce(o.Nonce) || occurs(o.Nonce, o.Texts()):
		return "", fmt.Errorf("retrieval request: the number %q can not be used", o.Nonce)
	}
	data := retrievalData{Nonce: o.Nonce, Run: o.Run, Question: neutral(o.Question), Answer: neutral(o.Answer)}
	for _, s := range o.Sources {
		data.Sources = append(data.Sources, neutral(s))
	}
	for _, k := range o.KeySources {
		data.KeySources = append(data.KeySources, neutral(k))
	}
	return render("retrieval", o.Language, data)
}

type retrievalData struct {
	Nonce      string
	Run        string
	Question   string
	Answer     string
	Sources    []string
	KeySources []string
}

// Cause is where a departure of an answer from its sources came from.
type Cause string

// The causes, as the reply names them.
const (
	CauseRetrieval  Cause = "retrieval"  // the source was missing or irrelevant
	CauseProcessing Cause = "processing" // it was there, but was rendered wrongly
)

// Fidelity counts the statements of an answer that refer to a source.
type Fidelity struct {
	Faithful  int `json:"faithful"`
	Distorted int `json:"distorted"`
	Uncovered int `json:"uncovered"` // without cover in the delivered sources
}

// Retrieval is what was read from a reply.
type Retrieval struct {
	Run        string                `json:"run"`
	Relevance  []study.Maybe[int]    `json:"relevance"`   // of each source: 2 decisive, 1 useful, 0 irrelevant
	KeySources []study.Maybe[int]    `json:"key_sources"` // of each key source the number of the source that is it; 0: not among them
	Fidelity   study.Maybe[Fidelity] `json:"fidelity"`
	Causes     map[string]Cause      `json:"causes"` // of each departure: A1, A2 …

	Lenient []Entry  `json:"-"`
	Remarks []Entry  `json:"-"`
	Missing []string `json:"-"` // machine words of lines that a repair request would ask for
}

// The lines of an evaluation of a search.
const (
	fieldStage1 = "STUFE1"
	fieldHits   = "TREFFER"
	fieldStage2 = "STUFE2"
	fieldCause  = "URSACHE"
)

// ParseRetrieval reads the reply to a [RetrievalRequest] by its grammar, and the replies to repair requests.
func ParseRetrieval(reply string, o RetrievalOrder, truncated bool, later ...Later) Retrieval {
	known := func(k string) bool { return k == fieldStage1 || k == fieldHits || k == fieldStage2 || k == fieldCause }
	f := newFrame(known, "RUN", o.Run)
	f.read(reply, o.Nonce, truncated, later...)
	p := &retrievalParser{frame: f, order: o, why: study.NotReturned}
	if truncated && !f.found {
		p.why = study.Truncated
	}
	p.out.Run = o.Run
	p.relevance()
	p.hits()
	p.fidelity()
	p.causes()
	p.out.Lenient, p.out.Remarks = f.lenient, f.remarks
	return p.out
}

type retrievalParser struct {
	*frame
	order RetrievalOrder
	why   study.Absence
	out   Retrieval
}

// pairsOf reads the pairs of a line, first of the reply, then of the repair. What can not be read is left out.
func (p *retrievalParser) pairsOf(field string) (list []map[string]string) {
	for _, value := range p.readings(field) {
		l := &lineReader{}
		pairs, ok := l.pairs(value)
		for _, what := range l.lenient {
			p.note(&p.lenient, field, what, oneLine(value))
		}
		if !ok {
			p.remark(field, LogValueRefused, oneLine(value))
			continue
		}
		list = append(list, pairs)
	}
	return list
}

// numberedValues reads a value for each of n identifiers with a letter; others on the line are remarked. A line of
// which one is missing is asked for again.
func (p *retrievalParser) numberedValues(field, letter string, n int, accept func(string) (int, bool)) []study.Maybe[int] {
	list := make([]study.Maybe[int], n)
	for i := range list {
		list[i] = study.Absent[int](p.why)
	}
	for _, pairs := range p.pairsOf(field) {
		for i := range list {
			id := letter + strconv.Itoa(i+1)
			word, given := pairs[id]
			delete(pairs, id)
			if !given || list[i].IsKnown() {
				continue
			}
			if v, ok := accept(word); ok {
				list[i] = study.Known(v)
			} else {
				p.remark(field, LogValueRefused, id+"="+word)
			}
		}
		for _, id := range slices.Sorted(maps.Keys(pairs)) {
			p.remark(field, LogIdentifierUnknown, id)
		}
	}
	if slices.ContainsFunc(list, func(m study.Maybe[int]) bool { return !m.IsKnown() }) {
		p.out.Missing = append(p.out.Missing, field)
	}
	return list
}

func (p *retrievalParser) relevance() {
	p.out.Relevance = p.numberedValues(fieldStage1, "S", len(p.order.Sources), func(word string) (int, bool) {
		v, err := strconv.Atoi(word)
		return v, err == nil && len(word) == 1 && v >= 0 && v <= 2
	})
}

// hits reads which key source is which source. Without a gold standard the line is not asked and not read.
func (p *retrievalParser) hits() {
	if len(p.order.KeySources) == 0 {
		if p.given(fieldHits) {
			p.remark(fieldHits, LogNotAsked, "")
		}
		return
	}
	p.out.KeySources = p.numberedValues(fieldHits, "G", len(p.order.KeySources), func(word string) (int, bool) {
		if word == "NEIN" {
			return 0, true
		}
		digits, isSource := strings.CutPrefix(word, "S")
		v, err := strconv.Atoi(digits)
		return v, isSource && err == nil && v >= 1 && v <= len(p.order.Sources)
	})
	for i, k := range p.out.KeySources {
		if s := k.Or(0); s > 0 && p.out.Relevance[s-1].Or(-1) == 0 {
			p.remark(fieldHits, LogHitIrrelevant, fmt.Sprintf("G%d=S%d", i+1, s))
		}
	}
}

func (p *retrievalParser) fidelity() {
	for _, value := range p.readings(fieldStage2) {
		l := &lineReader{}
		n, ok := l.counts(value, "", "TREU", "VERZERRT", "UNGEDECKT")
		if !ok {
			p.remark(fieldStage2, LogValueRefused, oneLine(value))
			continue
		}
		for _, what := range l.lenient {
			p.note(&p.lenient, fieldStage2, what, oneLine(value))
		}
		p.out.Fidelity = study.Known(Fidelity{Faithful: n[0], Distorted: n[1], Uncovered: n[2]})
		return
	}
	p.out.Fidelity = study.Absent[Fidelity](p.why)
	p.out.Missing = append(p.out.Missing, fieldStage2)
}

var departureKey = regexp.MustCompile(`^A[1-9][0-9]{0,2}$`)

// causes reads the cause of each departure. Their number is compared with the departures that were counted: there is
// no cause without one, and none without a cause.
func (p *retrievalParser) causes() {
	p.out.Causes = make(map[string]Cause)
	words := map[string]Cause{"RETRIEVAL": CauseRetrieval, "VERARBEITUNG": CauseProcessing}
	for _, pairs := range p.pairsOf(fieldCause) {
		for _, id := range slices.Sorted(maps.Keys(pairs)) {
			cause, ok := words[pairs[id]]
			_, given := p.out.Causes[id]
			switch {
			case !departureKey.MatchString(id):
				p.remark(fieldCause, LogIdentifierUnknown, id)
			case !ok:
				p.remark(fieldCause, LogValueRefused, id+"="+pairs[id])
			case !given:
				p.out.Causes[id] = cause
			}
		}
	}
	f, known := p.out.Fidelity.Get()
	if departures := f.Distorted + f.Uncovered; known && departures != len(p.out.Causes) {
		p.remark(fieldCause, LogCausesMiscounted, fmt.Sprintf("%d/%d", len(p.out.Causes), departures))
	}
}

// RetrievalRepair asks once for the lines that are missing, with nothing but the model's own reply.
func RetrievalRepair(o RetrievalOrder, nonce string, r Retrieval, reply string) (string, error) {
	return lineRepair(o.Language, nonce, "RUN "+o.Run, r.Missing, reply)
}

// RetrievalFigures are the three figures of a search, each a share with numerator and denominator. One over nothing is
// undefined, and so is one of which a part was not returned.
type RetrievalFigures struct {
	Precision stats.Figure // delivered sources rated 1 or 2, of all that were delivered
	HitRate   stats.Figure // key sources among the delivered, of all key sources
	Fidelity  stats.Figure // faithful statements, of all that refer to a source
}

// Reasons why a figure of a search has no number.
const (
	NoSources    stats.Reason = "no_sources"     // nothing was delivered
	NoKeySources stats.Reason = "no_key_sources" // there is no gold standard, or it names no key source
	NoStatements stats.Reason = "no_statements"  // no statement refers to a source
	NotReturned  stats.Reason = "not_returned"   // the reply did not tell
)

// Figures computes the figures.
func (r Retrieval) Figures() (RetrievalFigures, error) {
	var f RetrievalFigures
	var err error
	if f.Precision, err = countedShare("precision", NoSources, r.Relevance); err != nil {
		return f, err
	}
	if f.HitRate, err = countedShare("hit_rate", NoKeySources, r.KeySources); err != nil {
		return f, err
	}
	c, known := r.Fidelity.Get()
	n := c.Faithful + c.Distorted + c.Uncovered
	switch {
	case !known:
		f.Fidelity = stats.Undefined("fidelity", NotReturned)
	case n == 0:
		f.Fidelity = stats.Undefined("fidelity", NoStatements)
	default:
		f.Fidelity, err = stats.Proportion(int64(c.Faithful), int64(n))
	}
	return f, err
}

// countedShare is the share of the values above 0.
func countedShare(method string, none stats.Reason, values []study.Maybe[int]) (stats.Figure, error) {
	if len(values) == 0 {
		return stats.Undefined(method, none), nil
	}
	above := int64(0)
	for _, m := range values {
		v, known := m.Get()
		if !known {
			return stats.Undefined(method, NotReturned), nil
		}
		if v > 0 {
			above++
		}
	}
	return stats.Proportion(above, int64(len(values)))
}
