package conduct

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"iucomstudien/internal/sheets"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// shareMethod names how answers are shared out among reviewers, for the study log.
const shareMethod = "least-loaded, least-paired, ties by durstenfeld/system-random"

// Overlap is how the answers of a test are shared out when not everyone rates everything. The zero value is no plan.
type Overlap = sqlite.Overlap

// Share is what one reviewer has to rate.
type Share struct {
	Reviewer string
	Codes    []study.Code // in blind order; answers that are handed out once more or to practise on come on top
}

// PlanOverlap decides that each answer of a test is rated by so many of the reviewers, the shares as equal as can be and
// each pair of reviewers having about as many answers in common as any other. It can be done until the folders are
// handed out, and then holds for them; the plan is in the log, and Verify draws it again. Each 0 takes a plan back.
// Without a seed (0) the test's own is taken. No reviewers: all that the study has.
//
// Problems: overlap.too-few-reviewers, overlap.one-reviewer (a single rating says nothing about agreement),
// overlap.too-few-answers (Args: answers, reviewers), those of a hand-out's reviewers, test.not-blinded.
func (c *Conduct) PlanOverlap(ctx context.Context, ref Ref, o Overlap) ([]Share, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	if o.Each == 0 {
		return nil, c.keepPlan(ctx, ref, Overlap{})
	}
	if len(o.Reviewers) == 0 {
		contacts, err := c.db.Contacts(ctx, ref.Study)
		if err != nil {
			return nil, err
		}
		for _, one := range contacts {
			o.Reviewers = append(o.Reviewers, one.ID)
		}
	}
	if o.Seed == 0 {
		o.Seed = s.test.Seed
	}
	if err := checkOverlap(o, len(s.blinded), ref); err != nil {
		return nil, err
	}
	if err := c.keepPlan(ctx, ref, o); err != nil {
		return nil, err
	}
	return shares(o, codesOf(s.blinded)), nil
}

// checkOverlap refuses what cannot be shared out.
func checkOverlap(o Overlap, answers int, ref Ref) error {
	facts := map[string]any{"each": o.Each, "reviewers": len(o.Reviewers), "answers": answers}
	if _, err := (HandOutOptions{Reviewers: o.Reviewers}).readers(Overlap{}); err != nil {
		return err
	}
	switch {
	case answers == 0:
		return &study.Problem{ID: "test.not-blinded", Args: map[string]any{"test": ref.Test}}
	case o.Each < 2:
		return &study.Problem{ID: "overlap.one-reviewer", Args: facts}
	case len(o.Reviewers) < o.Each:
		return &study.Problem{ID: "overlap.too-few-reviewers", Args: facts}
	case answers*o.Each < len(o.Reviewers):
		return &study.Problem{ID: "overlap.too-few-answers", Args: facts}
	}
	return nil
}

func (c *Conduct) keepPlan(ctx context.Context, ref Ref, o Overlap) error {
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SetOverlap(ctx, ref, o); err != nil {
			return err
		}
		facts := map[string]any{"each": o.Each}
		if o.Each > 0 {
			facts["seed"], facts["reviewers"], facts["method"] = o.Seed, o.Reviewers, shareMethod
		}
		return tx.Note(ctx, studylog.OverlapPlanned, ref.Test, facts)
	})
}

// Plan gives the plan of a test and what it gives to whom, before anything is handed out; none when everyone rates
// everything.
func (c *Conduct) Plan(ctx context.Context, ref Ref) (Overlap, []Share, error) {
	o, err := c.db.Overlap(ctx, ref)
	if err != nil || o.Each == 0 {
		return o, nil, err
	}
	blinded, err := c.db.Blinded(ctx, ref)
	if err != nil {
		return o, nil, err
	}
	return o, shares(o, codesOf(blinded)), nil
}

// shares draws who rates what. Answers are gone through in an order drawn from the seed; each goes to reviewers who have
// the fewest so far, among these to those who have the fewest answers in common with the ones already chosen for it,
// and then by an order of reviewers drawn anew for each answer. So nobody has more than one answer more than anybody
// else, and no pair of reviewers stands apart.
func shares(o Overlap, codes []study.Code) []Share {
	m := len(o.Reviewers)
	load, common := make([]int, m), make([][]int, m)
	for i := range common {
		common[i] = make([]int, m)
	}
	drawn := stats.NewSystemRandom(o.Seed)
	given := make([][]int, m) // places of codes
	for _, place := range drawn.Shuffle(len(codes)) {
		rank := drawn.Shuffle(m)
		var chosen []int
		for range min(o.Each, m) {
			best := -1
			for _, r := range rank {
				if slices.Contains(chosen, r) {
					continue
				}
				if best < 0 || fewer(r, best, load, common, chosen) {
					best = r
				}
			}
			for _, other := range chosen {
				common[best][other]++
				common[other][best]++
			}
			load[best]++
			chosen = append(chosen, best)
			given[best] = append(given[best], place)
		}
	}
	list := make([]Share, m)
	for i, id := range o.Reviewers {
		slices.Sort(given[i])
		list[i] = Share{Reviewer: id, Codes: make([]study.Code, len(given[i]))}
		for j, place := range given[i] {
			list[i].Codes[j] = codes[place]
		}
	}
	return list
}

// fewer tells whether reviewer a comes before b for an answer that the chosen have already.
func fewer(a, b int, load []int, common [][]int, chosen []int) bool {
	pairs := func(r int) (n int) {
		for _, other := range chosen {
			n += common[r][other]
		}
		return n
	}
	return cmp.Or(cmp.Compare(load[a], load[b]), cmp.Compare(pairs(a), pairs(b))) < 0
}

// firstCodes are the codes of the answers in blind order, withdrawn ones too, without repeats.
func firstCodes(key studykey.Key) (codes []study.Code) {
	for _, r := range key.Open() { // codes alone are looked at
		if r.RepeatOf == "" {
			codes = append(codes, r.Code)
		}
	}
	return codes
}

// shared gives each reader of a plan the codes of their share, with what comes on top.
func (s *situation) shared(readers []reader, o Overlap, key studykey.Key) []reader {
	if o.Each == 0 {
		return readers
	}
	readers = slices.Clone(readers)
	for _, share := range shares(o, firstCodes(key)) {
		for i := range readers {
			if readers[i].id == share.Reviewer {
				readers[i].codes = s.onTop(share.Codes)
			}
		}
	}
	return readers
}

// onTop adds to a share the repeats of its answers and what everybody practises on.
func (s *situation) onTop(share []study.Code) []study.Code {
	var all []study.Code
	for _, a := range s.handed() {
		of := a.Code
		for _, e := range s.extras {
			if e.Code == a.Code {
				of = e.Repeat
			}
		}
		if of == "" || slices.Contains(share, of) {
			all = append(all, a.Code)
		}
	}
	return all
}

// checkShares draws the plan of a hand-out anew and compares it with what each reviewer got.
func checkShares(s *situation, key studykey.Key, noted handedNote) Check {
	var readers []reader
	for _, n := range noted.Copies {
		readers = append(readers, reader{id: n.Reviewer})
	}
	for i, r := range s.shared(readers, noted.Overlap.plan(), key) {
		if !slices.Equal(r.codes, noted.Copies[i].Codes) {
			return broken("shares", &study.Problem{ID: "verify.shares", Args: map[string]any{"reviewer": r.id}})
		}
	}
	return holds("shares", "%s, %d × %d", noted.Overlap.Method, noted.Overlap.Each, len(readers))
}

// overlapNote is a plan as the log keeps it with a hand-out.
type overlapNote struct {
	Each      int      `json:"each"`
	Seed      int32    `json:"seed"`
	Reviewers []string `json:"reviewers"`
	Method    string   `json:"method"`
}

func (n overlapNote) plan() Overlap {
	return Overlap{Each: n.Each, Seed: n.Seed, Reviewers: n.Reviewers}
}

// givenTo is what a reviewer was given by the last hand-out: nil when all, an empty list when nothing.
func (n handedNote) givenTo(reviewer string) []study.Code {
	if n.Overlap.Each == 0 {
		return nil
	}
	for _, one := range n.Copies {
		if strings.EqualFold(one.Reviewer, reviewer) {
			return one.Codes
		}
	}
	return []study.Code{}
}

// notGiven are the ratings of answers that a reviewer was not given, as Problems ratings.not-given (Args: reviewer, code).
func (n handedNote) notGiven(reviewer, file string, ratings []study.Rating) (problems []*study.Problem) {
	given := n.givenTo(reviewer)
	for _, r := range ratings {
		if given != nil && !slices.Contains(given, r.Code) {
			problems = append(problems, &study.Problem{ID: "ratings.not-given", File: file,
				Args: map[string]any{"reviewer": reviewer, "value": string(r.Code)}})
		}
	}
	return problems
}

// readSheet reads a sheet and compares it with what its reviewer was given. It is read with every code that was ever issued,
// since a sheet may have gone out before an answer was withdrawn, and its rows are checked against each other as a whole.
// Rows of answers that the reviewer was not given are refused with their place, as ratings.not-given; rows of withdrawn
// answers as ratings.unknown-code.
func (n handedNote) readSheet(ctx context.Context, f File, form sheets.Form, issued []study.Code, choices RatingChoices) (sheets.Reading, error) {
	left := form.Codes
	form.Codes = issued
	r, err := sheets.Read(ctx, f.Name, f.Data, form, choices)
	if err != nil {
		return r, err
	}
	given := left
	if share := n.givenTo(r.Reviewer); share != nil && r.Reviewer != "" {
		given = slices.DeleteFunc(slices.Clone(left), func(code study.Code) bool { return !slices.Contains(share, code) })
	}
	refuseRows(&r, f.Name, left, given)
	return r, nil
}

// refuseRows takes the rows out of a reading that are not of the given codes, and says so with their place.
func refuseRows(r *sheets.Reading, file string, left, given []study.Code) {
	rows := make(map[study.Code]int)
	for _, cell := range r.Cells {
		rows[cell.Code] = cell.Row
	}
	out := func(code study.Code) bool { return !slices.Contains(given, code) }
	var gone []int
	for _, rating := range r.Ratings {
		if !out(rating.Code) {
			continue
		}
		gone = append(gone, rows[rating.Code])
		p := &study.Problem{ID: "ratings.not-given", File: file, Row: rows[rating.Code], Column: r.Columns[sheets.ColCode],
			Args: map[string]any{"value": string(rating.Code), "reviewer": r.Reviewer, "codes": given}}
		if !slices.Contains(left, rating.Code) {
			p.ID = "ratings.unknown-code"
		}
		r.Refused = append(slices.DeleteFunc(r.Refused, func(q *study.Problem) bool { return q.Row == p.Row && p.Row > 0 }), p)
	}
	r.Ratings = slices.DeleteFunc(r.Ratings, func(x study.Rating) bool { return out(x.Code) })
	r.Missing = slices.DeleteFunc(r.Missing, out)
	r.Cells = slices.DeleteFunc(r.Cells, func(c sheets.Cell) bool { return out(c.Code) })
	r.Understood = slices.DeleteFunc(r.Understood, func(u sheets.Understood) bool { return slices.Contains(gone, u.Row) })
}

// issued are all codes that reviewers have got, those of withdrawn answers too.
func (c *Conduct) issued(ctx context.Context, s *situation) ([]study.Code, error) {
	key, err := c.db.Key(ctx, s.ref)
	if err != nil {
		return nil, err
	}
	codes := s.practised()
	for _, r := range key.Open() { // codes alone are looked at
		codes = append(codes, r.Code)
	}
	return codes, nil
}
