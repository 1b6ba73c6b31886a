package conduct

import (
	"context"
	"slices"
	"time"

	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Verdict is the category that one reviewer gave.
type Verdict struct {
	Reviewer string
	Category study.Category
}

// Adjudicated is one answer with the categories that people gave it and what they agreed on afterwards.
type Adjudicated struct {
	Code     study.Code
	Verdicts []Verdict                   // as they stand on the sheets, by reviewer; they never change
	Differ   bool                        // not all the same
	Agreed   study.Maybe[study.Category] // the consensus that was kept; missing when there is none
	By       []string                    // IDs of those who agreed
	Reason   string
	Time     time.Time
	Final    study.Maybe[study.Category] // consensus, else what all said alike; missing where they differ or nobody judged
}

// FinalCategories are the final categories of one condition. Answers whose reviewers differ and have not agreed are open
// and in no share.
type FinalCategories struct {
	Condition study.Condition                 `json:"condition"`
	Answers   int                             `json:"answers"`
	Agreed    int                             `json:"by_consensus"` // of the answers: final by consensus
	Open      int                             `json:"open"`
	Counts    map[study.Category]int          `json:"counts"`
	Shares    map[study.Category]stats.Figure `json:"shares"` // of the answers with a final category, with Wilson's interval
}

// Adjudication lists the answers of a test with what reviewers said of their category and agreed on, in blind order. It
// shows IDs of reviewers and codes, no origin. Without a gold standard no category was asked, and the list is empty.
func (c *Conduct) Adjudication(ctx context.Context, ref Ref) ([]Adjudicated, error) {
	s, err := c.situation(ctx, ref)
	if err != nil || !s.usesGold() {
		return nil, err
	}
	people, _, err := c.ratings(ctx, ref)
	if err != nil {
		return nil, err
	}
	kept, err := c.db.Consensuses(ctx, ref)
	if err != nil {
		return nil, err
	}
	var list []Adjudicated
	for _, b := range s.blinded {
		one := Adjudicated{Code: b.Code}
		for _, p := range people {
			for _, r := range p.Ratings {
				if v, known := r.Category.Get(); known && r.Code == b.Code {
					one.Verdicts = append(one.Verdicts, Verdict{p.Rater.ID, v})
				}
			}
		}
		for i, v := range one.Verdicts {
			one.Differ = one.Differ || v.Category != one.Verdicts[0].Category
			if i == 0 {
				one.Final = study.Known(v.Category)
			}
		}
		if one.Differ {
			one.Final = study.Maybe[study.Category]{}
		}
		for _, k := range kept {
			if k.Code == b.Code {
				one.Agreed, one.By, one.Reason, one.Time = study.Known(k.Category), k.By, k.Reason, k.Time
				one.Final = one.Agreed
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// Agreement is what reviewers agreed on after they had differed.
type Agreement struct {
	Code     study.Code
	Category study.Category
	By       []string // IDs of reviewers
	Reason   string   // goes with the answer it is about; the log keeps its checksum
}

// Adjudicate keeps the consensus on the category of an answer, in place of an earlier one. The ratings stay as they are,
// and every figure of agreement goes on resting on them. It is possible until the unblinding: whoever knows the origins
// agrees no longer blindly.
//
// Problems: adjudicate.no-category, adjudicate.nobody (fewer than two reviewers are named), adjudicate.no-reason,
// adjudicate.not-rated (Args: code, reviewer; who agrees must have rated the answer), adjudicate.no-difference (Args:
// code), ratings.key-holder, test.already-unblinded, rating.no-such-code.
func (c *Conduct) Adjudicate(ctx context.Context, ref Ref, a Agreement) error {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return err
	}
	if err := rateable(s); err != nil {
		return err
	}
	list, err := c.Adjudication(ctx, ref)
	if err != nil {
		return err
	}
	if err := a.check(list); err != nil {
		return err
	}
	holders, err := c.keyHolders(ctx, ref.Study)
	if err != nil {
		return err
	}
	for _, id := range a.By {
		if err := refuseHolder(holders, id, ""); err != nil {
			return err
		}
	}
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		err := tx.SetConsensus(ctx, ref, sqlite.Consensus{Code: a.Code, Category: a.Category, By: a.By, Reason: a.Reason})
		if err != nil {
			return err
		}
		return tx.Note(ctx, studylog.ConsensusKept, ref.Test, map[string]any{
			"code": a.Code, "category": a.Category, "by": a.By, "reason_sha256": sumText(a.Reason),
		})
	})
}

// check refuses a consensus that is none.
func (a Agreement) check(list []Adjudicated) error {
	at := slices.IndexFunc(list, func(one Adjudicated) bool { return one.Code == a.Code })
	facts := map[string]any{"code": string(a.Code), "value": string(a.Category)}
	switch {
	case at < 0:
		return &study.Problem{ID: "rating.no-such-code", Args: facts}
	case !slices.Contains(study.Categories(), a.Category):
		return &study.Problem{ID: "adjudicate.no-category", Args: facts}
	case !list[at].Differ:
		return &study.Problem{ID: "adjudicate.no-difference", Args: facts}
	case len(slices.Compact(slices.Sorted(slices.Values(a.By)))) < 2:
		return &study.Problem{ID: "adjudicate.nobody", Args: facts}
	case a.Reason == "":
		return &study.Problem{ID: "adjudicate.no-reason", Args: facts}
	}
	for _, id := range a.By {
		if !slices.ContainsFunc(list[at].Verdicts, func(v Verdict) bool { return v.Reviewer == id }) {
			facts["reviewer"] = id
			return &study.Problem{ID: "adjudicate.not-rated", Args: facts}
		}
	}
	return nil
}

// TakeBackConsensus takes a consensus back. Problems: rating.no-such-code (there is none), test.already-unblinded.
func (c *Conduct) TakeBackConsensus(ctx context.Context, ref Ref, code study.Code) error {
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.DropConsensus(ctx, ref, code); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.ConsensusKept, ref.Test, map[string]any{"code": code, "category": ""})
	})
}

// FinalCategories counts the final categories of an unblinded test per condition, in the order of reports, those with
// answers. It stands beside the figures of the ratings themselves and changes none. Problem: test.not-unblinded.
func (c *Conduct) FinalCategories(ctx context.Context, ref Ref) ([]FinalCategories, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	if !isUnblinded(s) {
		return nil, &study.Problem{ID: "test.not-unblinded", Args: map[string]any{"test": ref.Test}}
	}
	list, err := c.Adjudication(ctx, ref)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	rows, err := c.keyRows(ctx, ref)
	if err != nil {
		return nil, err
	}
	by := make(map[study.Condition]*FinalCategories)
	for _, r := range rows {
		at := slices.IndexFunc(list, func(a Adjudicated) bool { return a.Code == r.Code })
		if at < 0 || r.RepeatOf != "" {
			continue
		}
		if by[r.Condition] == nil {
			by[r.Condition] = &FinalCategories{Condition: r.Condition, Counts: map[study.Category]int{}, Shares: map[study.Category]stats.Figure{}}
		}
		by[r.Condition].count(list[at])
	}
	var all []FinalCategories
	for _, condition := range study.Conditions() {
		one := by[condition]
		if one == nil {
			continue
		}
		for _, category := range study.Categories() {
			f, err := stats.Proportion(int64(one.Counts[category]), int64(one.Answers-one.Open))
			if err != nil {
				return nil, err
			}
			one.Shares[category] = f
		}
		all = append(all, *one)
	}
	return all, nil
}

func (f *FinalCategories) count(a Adjudicated) {
	f.Answers++
	if a.Agreed.IsKnown() {
		f.Agreed++
	}
	if category, known := a.Final.Get(); known {
		f.Counts[category]++
	} else {
		f.Open++
	}
}
