package conduct

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/report"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// modelFurther fills in what a test may have besides answers, ratings and gradings. The answers of the model are there
// already.
func (c *Conduct) modelFurther(ctx context.Context, s *situation, m *report.Model) error {
	var err error
	f := &m.Further
	if f.Requests, err = c.wholeRequests(ctx, s.ref); err != nil {
		return err
	}
	if f.Retrieval, err = c.modelRetrieval(ctx, s.ref, m.Answers); err != nil {
		return err
	}
	if f.Adjudicated, f.Final, err = c.modelAdjudicated(ctx, s.ref); err != nil {
		return err
	}
	if f.Repeats, err = c.modelRepeats(ctx, s.ref); err != nil {
		return err
	}
	if f.Graders, f.SelfPreference, err = c.modelGraders(ctx, s.ref, m.Answers); err != nil {
		return err
	}
	if f.Unfinished, err = c.unfinished(ctx, s.ref, m.Log); err != nil {
		return err
	}
	f.Beside, err = c.FurtherFigures(ctx, s.ref)
	return err
}

// FurtherFigures names the figures that a test has besides those of its ratings: of evaluated searches, of the AI graders as
// such, of reviewers who rated answers twice, and after unblinding of the categories after consensus.
func (c *Conduct) FurtherFigures(ctx context.Context, ref Ref) ([]evaluation.Named, error) {
	all, err := c.RetrievalFigures(ctx, ref)
	if err != nil {
		return nil, err
	}
	graders, err := c.GradingFigures(ctx, ref)
	if err != nil {
		return nil, err
	}
	all = append(all, graders...)
	twice, err := c.Consistency(ctx, ref)
	if err != nil {
		return nil, err
	}
	for _, r := range twice {
		name := "consistency." + r.Reviewer + "."
		all = append(all, evaluation.Named{Name: name + "kappa_category", Figure: r.Category}, evaluation.Named{Name: name + "equal_category", Figure: r.Equal},
			evaluation.Named{Name: name + "kappa_grade", Figure: r.Grade}, evaluation.Named{Name: name + "kappa_grid", Figure: r.Grid})
	}
	final, err := c.finalCategories(ctx, ref)
	if err != nil {
		return nil, err
	}
	for _, f := range final {
		for _, category := range study.Categories() {
			all = append(all, evaluation.Named{Name: "final." + string(f.Condition) + "." + string(category), Figure: f.Shares[category]})
		}
	}
	return all, nil
}

// finalCategories are those of a test in which reviewers agreed on something, and none before unblinding.
func (c *Conduct) finalCategories(ctx context.Context, ref Ref) ([]FinalCategories, error) {
	kept, err := c.db.Consensuses(ctx, ref)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	final, err := c.FinalCategories(ctx, ref)
	if study.HasProblem(err, "test.not-unblinded") {
		return nil, nil
	}
	return final, err
}

// wholeRequests are the entries of the ledger that belong to a test, with the wording of what was asked. What came back
// is no part of a report but for its figures.
func (c *Conduct) wholeRequests(ctx context.Context, ref Ref) ([]ledger.Entry, error) {
	list, err := c.db.Requests(ctx, sqlite.RequestQuery{Study: ref.Study, Test: ref.Test})
	if err != nil {
		return nil, err
	}
	for i, e := range list {
		whole, err := c.db.Request(ctx, e.ID)
		if err != nil {
			return nil, err
		}
		list[i].Request = whole.Request
	}
	return list, nil
}

// shareOf is a proportion with both its counts.
func shareOf(f stats.Figure) evaluation.Share {
	return evaluation.Share{K: int(f.N("hits")), N: int(f.N("n")), Figure: f}
}

// modelRetrieval brings the evaluations of searches to the answers that were written from them. A run without an answer in
// the test has its figures by name alone.
func (c *Conduct) modelRetrieval(ctx context.Context, ref Ref, answers []report.Answer) ([]report.Retrieval, error) {
	reads, err := c.Retrievals(ctx, ref)
	if err != nil || len(reads) == 0 {
		return nil, err
	}
	runs, err := c.db.Runs(ctx, ref, "")
	if err != nil {
		return nil, err
	}
	var list []report.Retrieval
	for _, r := range reads {
		for _, run := range runs {
			at := slices.IndexFunc(answers, func(a report.Answer) bool { return a.Answer.ID == run.Answer && a.GoldAttached == r.Gold })
			if run.Condition != study.Reporter || !run.Done || fmt.Sprintf("r%d", run.Number) != r.Run || at < 0 {
				continue
			}
			list = append(list, report.Retrieval{Code: answers[at].Code, Precision: shareOf(r.Figures.Precision),
				HitRate: shareOf(r.Figures.HitRate), Fidelity: shareOf(r.Figures.Fidelity), By: r.Model})
			break
		}
	}
	return list, nil
}

// modelAdjudicated are the verdicts that reviewers agreed on, and what came of them by origin.
func (c *Conduct) modelAdjudicated(ctx context.Context, ref Ref) ([]report.Adjudicated, []report.FinalCategories, error) {
	kept, err := c.db.Consensuses(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	var list []report.Adjudicated
	for _, k := range kept {
		list = append(list, report.Adjudicated{By: strings.Join(k.By, ", "),
			Rating: study.Rating{Code: k.Code, Category: study.Known(k.Category), Comment: k.Reason}})
	}
	counted, err := c.finalCategories(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	var final []report.FinalCategories
	for _, f := range counted {
		one := report.FinalCategories{Condition: f.Condition, Open: f.Open, Shares: make(map[study.Category]evaluation.Share)}
		for category, share := range f.Shares {
			one.Shares[category] = shareOf(share)
		}
		final = append(final, one)
	}
	return list, final, nil
}

// modelRepeats are the reviewers who rated answers twice.
func (c *Conduct) modelRepeats(ctx context.Context, ref Ref) ([]report.Repeat, error) {
	twice, err := c.Consistency(ctx, ref)
	if err != nil {
		return nil, err
	}
	var list []report.Repeat
	for _, r := range twice {
		list = append(list, report.Repeat{Rater: study.Rater{ID: r.Reviewer, Kind: study.HumanRater}, Equal: shareOf(r.Equal), Kappa: r.Category})
	}
	return list, nil
}
