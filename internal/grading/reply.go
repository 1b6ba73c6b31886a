package grading

import (
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// Expect says what a reply was asked for.
type Expect struct {
	Codes     []study.Code // issued, in blind order
	Nonce     string       // six hexadecimal digits, drawn for this request
	Gold      bool         // category and agreement were asked
	Target    bool         // the target question was asked
	Truncated bool         // the provider said that the reply ended early
	Refused   bool         // the model declined, or the provider blocked the reply
	Systems   *Systems     // nil: the bundled ones
}

// Later is the reply to a repair request. It fills gaps of the first reply and changes nothing that is there.
type Later struct {
	Reply     string
	Nonce     string
	Truncated bool
}

// Result is what was read from a reply.
type Result struct {
	// Gradings has one grading for every issued code, in the order of the codes. What was not returned is absent,
	// with its reason.
	Gradings []study.Grading
	// Returned are the codes for which the reply held a usable block.
	Returned []study.Code

	Corrected []Entry  // changed by a rule of the grading system, with both values
	Lenient   []Entry  // read although not written to the letter of the grammar
	Remarks   []Entry  // kept as returned, ignored or refused: for a person to look at
	Repair    []Repair // what a repair request would have to ask for

	Overall string // the readable part «Overall»: what should change in question, sources or procedure

	Departures        int // over all answers
	WithoutEvidence   int // departures without a decisive passage: a quality figure of the grading
	BlockedUnfounded  int // answers blocked although no invented source was counted
	NoDifferentiation bool
}

func (r *Result) wasReturned(code study.Code) bool { return slices.Contains(r.Returned, code) }

// Repair names the fields of one answer that a repair request asks for.
type Repair struct {
	Code   study.Code
	Fields []string // machine names, in the order of the grammar
}

// Parse reads the reply of a grading AI, and the replies to its repair requests where there were any. It fails only
// if the program's own data can not be read; whatever the reply holds, it is a Result.
func Parse(reply string, expect Expect, later ...Later) (Result, error) {
	w, err := replyWords()
	if err != nil {
		return Result{}, err
	}
	if expect.Systems == nil {
		if expect.Systems, err = BundledSystems(); err != nil {
			return Result{}, err
		}
	}
	r := &reading{words: w, expect: expect}
	plain, quoted := unquoted(reply)
	if reply = plain; quoted {
		r.lenient("", "", LogReplyQuoted, "")
	}
	drafts := r.drafts(reply, expect.Nonce, expect.Truncated)
	for _, l := range later {
		plain, quoted := unquoted(l.Reply)
		if quoted {
			r.lenient("", "", LogReplyQuoted, "")
		}
		fill(drafts, r.drafts(plain, l.Nonce, l.Truncated))
	}
	for _, code := range expect.Codes {
		g := r.assemble(code, drafts[code])
		r.check(&g)
		r.result.Gradings = append(r.result.Gradings, g)
		if drafts[code] != nil {
			r.result.Returned = append(r.result.Returned, code)
		}
	}
	r.prose(reply, expect.Nonce)
	r.checkAll()
	return r.result, nil
}

// reading is a reply being read.
type reading struct {
	words  *words
	expect Expect
	result Result
	cut    bool // the reply ended early: what is missing is absent as truncated
}

func (r *reading) lenient(code study.Code, field string, what What, from string) {
	e := Entry{Code: code, Field: field, What: what, From: from}
	if !slices.Contains(r.result.Lenient, e) {
		r.result.Lenient = append(r.result.Lenient, e)
	}
}

func (r *reading) remark(code study.Code, field string, what What, from string) {
	r.result.Remarks = append(r.result.Remarks, Entry{Code: code, Field: field, What: what, From: from})
}

func (r *reading) corrected(code study.Code, field string, what What, from, to string) {
	r.result.Corrected = append(r.result.Corrected, Entry{Code: code, Field: field, What: what, From: from, To: to})
}

// drafts reads the blocks of one reply, by code. Where a reply ended early although every block is closed, the block
// at which it ended is in doubt and does not count.
func (r *reading) drafts(reply, nonce string, truncated bool) map[study.Code]*draft {
	blocks := r.blocks(reply, nonce)
	drafts := make(map[study.Code]*draft)
	for _, b := range blocks {
		if drafts[b.code] == nil {
			drafts[b.code] = newDraft()
		} else {
			r.remark(b.code, "", LogBlockRepeated, "")
		}
		r.readBlock(b, drafts[b.code])
	}
	if !truncated {
		return drafts
	}
	r.cut = true
	r.remark("", "", LogTruncated, "")
	if len(drafts) == len(r.expect.Codes) && len(blocks) > 0 {
		last := blocks[len(blocks)-1].code
		delete(drafts, last)
		r.remark(last, "", LogBlockInDoubt, "")
	}
	return drafts
}

// fill takes over what is missing in drafts from a later reply.
func fill(drafts, later map[study.Code]*draft) {
	for code, l := range later {
		d := drafts[code]
		if d == nil {
			drafts[code] = l
			continue
		}
		for key, it := range l.items {
			if _, ok := d.items[key]; !ok {
				d.items[key] = it
			}
		}
		if len(d.departures) == 0 {
			d.departures = l.departures
		}
	}
}

// assemble makes the grading of a draft; nil is a code without a usable block.
func (r *reading) assemble(code study.Code, d *draft) study.Grading {
	why := study.NotReturned
	switch {
	case r.expect.Refused:
		why = study.Refused
	case r.cut:
		why = study.Truncated
	}
	g := blank(code, why, r.expect)
	if d == nil {
		r.result.Repair = append(r.result.Repair, Repair{Code: code, Fields: r.asked()})
		return g
	}
	for _, it := range d.items {
		it.set(&g)
	}
	g.Departures, g.Notes = d.departures, d.notes
	blocked := g.Rating.Grid.Or(0) == study.GridBlocked || g.Sources.Or(study.SourceCounts{}).Invented > 0
	var missing []string
	for _, f := range fields {
		if !f.asked(r.expect) || d.has(f.keys) {
			continue
		}
		switch {
		case f.name == fieldSub && blocked:
			markBlocked(&g)
			continue
		case f.name == fieldGrid && g.Sources.Or(study.SourceCounts{}).Invented > 0:
			continue // blocked by rule, whatever the grader would say
		}
		missing = append(missing, f.name)
	}
	if len(missing) > 0 {
		r.result.Repair = append(r.result.Repair, Repair{Code: code, Fields: missing})
	}
	return g
}

// asked lists the fields that this test asks for.
func (r *reading) asked() (names []string) {
	for _, f := range fields {
		if f.asked(r.expect) {
			names = append(names, f.name)
		}
	}
	return names
}

// blank is a grading without a value.
func blank(code study.Code, why study.Absence, e Expect) study.Grading {
	g := study.Grading{
		Rating: study.Rating{
			Code:      code,
			Category:  study.Absent[study.Category](why),
			Agreement: study.Absent[int](why),
			Grade:     study.Absent[int](study.NotApplicable),
			Grid:      study.Absent[study.Grid](why),
			Target:    study.Absent[study.Target](why),
			Guess:     study.Absent[study.Guess](why),
		},
		Sources: study.Absent[study.SourceCounts](why),
		Facts:   study.Absent[study.FactCounts](why),
		Bars:    make(map[string]bool),
		Quality: make(map[string]study.Maybe[int]),
		Sub:     make(map[string]study.Maybe[int]),
		SystemA: study.Absent[study.SystemA](why),
	}
	for _, id := range numbered("Q", qualities) {
		g.Quality[id] = study.Absent[int](why)
	}
	for _, id := range numbered("B", subCompetences) {
		g.Sub[id] = study.Absent[int](why)
	}
	if !e.Gold {
		g.Rating.Category = study.Absent[study.Category](study.NotApplicable)
		g.Rating.Agreement = study.Absent[int](study.NotApplicable)
	}
	if !e.Target {
		g.Rating.Target = study.Absent[study.Target](study.NotApplicable)
	}
	return g
}

// markBlocked says of every sub-competence without a level that a blocked answer needs none.
func markBlocked(g *study.Grading) {
	for id, v := range g.Sub {
		if !v.IsKnown() && v.Why() != study.NotApplicable {
			g.Sub[id] = study.Absent[int](study.Blocked)
		}
	}
}

// oneLine shortens a line for the log.
func oneLine(s string) string {
	const most = 120
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
