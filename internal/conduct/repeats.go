package conduct

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/job"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
)

// repeatsStream tells the draw of repeats from the reading orders of reviewers, none of whom can have this ID.
const repeatsStream = "/repeats"

// repeated draws which of n answers stand a second time: their places in the order of import.
func repeated(seed int32, n, repeats int) []int {
	_, order := blinding.ReadingOrder(seed, repeatsStream, n)
	return order[:repeats]
}

// extended is a blinding with what is handed out beside the answers.
type extended struct {
	blinding *sqlite.Blinding // drawn anew; nil where the codes stay
	facts    map[string]any   // what the log says of the new draw
}

// withExtras gives a test its repeats and the answers to practise on. With repeats the codes are drawn anew over answers
// and repeats together, so that neither codes nor order nor place tell which is which; the key is sealed anew, too. It
// changes s and key, and keeps nothing yet.
//
// Problems: handout.too-many-repeats (Args: repeats, answers), handout.empty-calibration.
func (c *Conduct) withExtras(ctx context.Context, s *situation, key *studykey.Key, o HandOutOptions) (e extended, err error) {
	s.extras = nil
	if o.Repeats < 0 || o.Repeats > len(s.blinded) {
		return e, &study.Problem{ID: "handout.too-many-repeats", Args: map[string]any{"repeats": o.Repeats, "answers": len(s.blinded)}}
	}
	practice, err := c.practice(ctx, s, o.Calibration)
	if err != nil {
		return e, err
	}
	if o.Repeats > 0 {
		if e, err = c.drawnAnew(ctx, s, key, o.Repeats); err != nil {
			return e, err
		}
	}
	for i, text := range practice {
		s.extras = append(s.extras, sqlite.Extra{Code: study.CodeAt(key.Len() + i), Text: text})
	}
	return e, nil
}

// practice reads the answers to practise on and takes from them what the answers of the test lose, too.
func (c *Conduct) practice(ctx context.Context, s *situation, files []File) ([]string, error) {
	var m blinding.Material
	for _, f := range files {
		text, err := TextOf(ctx, f)
		if err != nil {
			return nil, err
		}
		m.Answers = append(m.Answers, text)
	}
	options, err := c.blindingOptions(ctx, s.ref, nil, nil)
	if err != nil {
		return nil, err
	}
	options.Pseudonymise = false // alone they would count persons anew
	set, err := c.prepare(ctx, m, options, job.Silent)
	if err != nil {
		return nil, err
	}
	var texts []string
	for i, one := range set.Answers {
		if one.Text == "" {
			return nil, &study.Problem{ID: "handout.empty-calibration", File: files[i].Name}
		}
		texts = append(texts, one.Text)
	}
	return c.practicePlaceholders(ctx, s, texts)
}

// practicePlaceholders replaces names in the answers to practise on where the test replaces them, together with all that
// the reviewers read and behind it: so the same person has the same placeholder, and nobody else's number changes.
func (c *Conduct) practicePlaceholders(ctx context.Context, s *situation, texts []string) ([]string, error) {
	answers := taking(s.answers)
	options, err := c.blindingOptions(ctx, s.ref, answers, nil)
	if err != nil || !options.Pseudonymise || len(texts) == 0 {
		return texts, err
	}
	m := material(s, answers)
	before := len(m.Others)
	m.Others = append(m.Others, texts...)
	set, err := c.prepare(ctx, m, options, job.Silent)
	if err != nil {
		return nil, err
	}
	return set.Others[before:], nil
}

// drawnAnew draws the codes of answers and repeats together.
func (c *Conduct) drawnAnew(ctx context.Context, s *situation, key *studykey.Key, repeats int) (extended, error) {
	rows, err := c.db.BlindingLog(ctx, s.ref)
	if err != nil {
		return extended{}, err
	}
	others, err := c.db.BlindedOthers(ctx, s.ref)
	if err != nil {
		return extended{}, err
	}
	imported := slices.SortedFunc(slices.Values(key.Open()), func(a, b studykey.Row) int { // in the order of import
		return cmp.Compare(s.placeOf(a.Answer), s.placeOf(b.Answer))
	})
	again := repeated(s.test.Seed, len(imported), repeats)
	code := make(map[string]study.Code) // of the first, by answer
	var sealed []studykey.Row
	for _, place := range blinding.Assign(s.test.Seed, len(imported)+repeats) {
		row := studykey.Row{}
		if place.Index < len(imported) {
			row = imported[place.Index]
			code[row.Answer] = place.Code
		} else {
			row = imported[again[place.Index-len(imported)]]
			row.RepeatOf = "?" // known when all have their codes
		}
		row.Code = place.Code
		sealed = append(sealed, row)
	}
	b := &sqlite.Blinding{State: study.Collecting, Others: others}
	s.blinded = nil
	for i, row := range sealed {
		if row.RepeatOf != "" {
			sealed[i].RepeatOf = code[row.Answer]
			s.extras = append(s.extras, sqlite.Extra{Code: row.Code, Repeat: code[row.Answer]})
			continue
		}
		at := slices.IndexFunc(rows, func(r sqlite.BlindedRow) bool { return r.AnswerID == row.Answer })
		if at < 0 {
			return extended{}, fmt.Errorf("the key names an answer that was not blinded")
		}
		one := rows[at]
		one.Code = row.Code
		b.Answers = append(b.Answers, one)
		s.blinded = append(s.blinded, one.BlindedAnswer)
	}
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(c.salt, salt); err != nil {
		return extended{}, fmt.Errorf("drawing the salt of the commitment: %w", err)
	}
	if b.Key, err = studykey.New(s.ref.Study, s.ref.Test, s.test.Seed, sealed, salt); err != nil {
		return extended{}, fmt.Errorf("sealing the key: %w", err)
	}
	*key = b.Key
	return extended{blinding: b, facts: map[string]any{
		"seed": s.test.Seed, "answers": len(imported), "repeats": repeats, "order": blinding.Method,
		"commitment": b.Key.Commitment(), "because": "repeats",
	}}, nil
}

// placeOf is the place of an answer in the order of import.
func (s *situation) placeOf(answer string) int {
	return slices.IndexFunc(s.answers, func(a study.Answer) bool { return a.ID == answer })
}

// handed are all texts that reviewers get under codes: first those to practise on, then answers and repeats in blind
// order. A repeat whose answer was withdrawn is gone.
func (s *situation) handed() []study.BlindedAnswer {
	if len(s.extras) == 0 {
		return s.blinded
	}
	var first []study.BlindedAnswer
	list := slices.Clone(s.blinded)
	for _, e := range s.extras {
		if e.Repeat == "" {
			first = append(first, study.BlindedAnswer{Code: e.Code, Text: e.Text})
			continue
		}
		at := slices.IndexFunc(s.blinded, func(b study.BlindedAnswer) bool { return b.Code == e.Repeat })
		if at >= 0 {
			list = append(list, study.BlindedAnswer{Code: e.Code, Text: s.blinded[at].Text})
		}
	}
	rank := make(map[study.Code]int, len(list))
	for _, a := range list {
		rank[a.Code] = -1
	}
	for place, left := 0, len(rank); left > 0; place++ {
		if _, in := rank[study.CodeAt(place)]; in {
			rank[study.CodeAt(place)] = place
			left--
		}
	}
	slices.SortFunc(list, func(a, b study.BlindedAnswer) int { return cmp.Compare(rank[a.Code], rank[b.Code]) })
	return append(first, list...)
}

// practised are the codes of the answers to practise on.
func (s *situation) practised() (codes []study.Code) {
	for _, e := range s.extras {
		if e.Repeat == "" {
			codes = append(codes, e.Code)
		}
	}
	return codes
}

// apart divides ratings into those of answers and those of what was handed out beside them.
func apart(ratings []study.Rating, extras []sqlite.Extra) (answers, beside []study.Rating) {
	for _, r := range ratings {
		if slices.ContainsFunc(extras, func(e sqlite.Extra) bool { return e.Code == r.Code }) {
			beside = append(beside, r)
		} else {
			answers = append(answers, r)
		}
	}
	return answers, beside
}

// Consistency is how far one reviewer agrees with themselves: the two ratings that they gave the same answer without
// knowing that it was the same. Kappas are Cohen's, of the category without weights, of grade and grid level with
// quadratic ones; Equal counts pairs with the same category. Repeats count in no other figure.
type Consistency struct {
	Reviewer string       `json:"reviewer"`
	Repeats  int          `json:"repeats"` // answers that they rated twice
	Category stats.Figure `json:"kappa_category"`
	Equal    stats.Figure `json:"equal_category"`
	Grade    stats.Figure `json:"kappa_grade"`
	Grid     stats.Figure `json:"kappa_grid"`
}

// fewestRepeats is the number of pairs below which there is no coefficient.
const fewestRepeats = 2

// Consistency gives the intra-rater agreement of every reviewer who rated repeats, by their IDs; none without repeats.
// It names no origin and can be looked at before the unblinding.
func (c *Conduct) Consistency(ctx context.Context, ref Ref) ([]Consistency, error) {
	extras, err := c.db.Extras(ctx, ref)
	if err != nil {
		return nil, err
	}
	beside, err := c.db.ExtraRatings(ctx, ref)
	if err != nil {
		return nil, err
	}
	people, _, err := c.ratings(ctx, ref)
	if err != nil {
		return nil, err
	}
	var list []Consistency
	for _, sheet := range people {
		var first, second []study.Rating
		for _, r := range beside[sheet.Rater.ID] {
			at := slices.IndexFunc(extras, func(e sqlite.Extra) bool { return e.Code == r.Code && e.Repeat != "" })
			if at < 0 {
				continue
			}
			before := slices.IndexFunc(sheet.Ratings, func(x study.Rating) bool { return x.Code == extras[at].Repeat })
			if before >= 0 {
				first, second = append(first, sheet.Ratings[before]), append(second, r)
			}
		}
		if len(first) == 0 {
			continue
		}
		one := Consistency{Reviewer: sheet.Rater.ID, Repeats: len(first)}
		if err := one.compute(first, second); err != nil {
			return nil, fmt.Errorf("consistency of %s: %w", one.Reviewer, err)
		}
		list = append(list, one)
	}
	return list, nil
}

// compute fills in the figures of pairs of ratings.
func (c *Consistency) compute(first, second []study.Rating) error {
	pairs := func(step func(study.Rating) int) (list [][2]int) {
		for i := range first {
			list = append(list, [2]int{step(first[i]), step(second[i])})
		}
		return list
	}
	categories := pairs(func(r study.Rating) int {
		v, known := r.Category.Get()
		if !known {
			return -1
		}
		return slices.Index(study.Categories(), v)
	})
	for _, f := range []struct {
		into    *stats.Figure
		weights stats.Weights
		steps   int
		pairs   [][2]int
	}{
		{&c.Category, stats.Unweighted, len(study.Categories()), categories},
		{&c.Grade, stats.Quadratic, 5, pairs(func(r study.Rating) int { return level(r.Grade) })},
		{&c.Grid, stats.Quadratic, 5, pairs(func(r study.Rating) int { return level(r.Grid) })},
	} {
		table, err := stats.NewPairTable(f.steps, f.pairs)
		if err != nil {
			return err
		}
		*f.into = stats.CohenKappa(f.weights, table).AtLeast("pairs", fewestRepeats)
	}
	var same, all int64
	for _, p := range categories {
		if p[0] >= 0 && p[1] >= 0 {
			all++
			if p[0] == p[1] {
				same++
			}
		}
	}
	var err error
	c.Equal, err = stats.Proportion(same, all)
	return err
}

// level is a rating of 1 to 5 as a step from 0; -1 where there is none.
func level[T ~int](m study.Maybe[T]) int {
	v, known := m.Get()
	if !known {
		return -1
	}
	return int(v) - 1
}

// Calibration gives the figures of the answers that everybody practised on: how far the reviewers agree there. They are
// counted apart and in no other figure. A test without such answers has figures without numbers.
func (c *Conduct) Calibration(ctx context.Context, ref Ref) (evaluation.Figures, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return evaluation.Figures{}, err
	}
	beside, err := c.db.ExtraRatings(ctx, ref)
	if err != nil {
		return evaluation.Figures{}, err
	}
	in := evaluation.Input{
		Codes: s.practised(), Gold: s.usesGold(), Target: s.kase.TargetQuestion != "", Seed: resamplingSeed(ref, s.test.Seed),
	}
	people, _, err := c.ratings(ctx, ref)
	if err != nil {
		return evaluation.Figures{}, err
	}
	for _, p := range people {
		in.Sheets = append(in.Sheets, evaluation.Sheet{Rater: p.Rater, Ratings: beside[p.Rater.ID]})
	}
	return evaluation.Compute(ctx, in)
}
