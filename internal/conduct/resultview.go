package conduct

import (
	"context"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/report"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
)

// ResultView is the result of an unblinded test as a window shows it.
type ResultView struct {
	Study       study.Study
	Case        study.Case
	Figures     evaluation.Figures
	Screen      report.Screen // the same in words
	Graders     []GraderRun
	Final       []FinalCategories // after adjudication; nil without a gold standard
	Adjudicated []Adjudicated
}

// ResultView computes the result of an unblinded test once and says it in a language. Problem: test.not-unblinded.
func (c *Conduct) ResultView(ctx context.Context, ref Ref, l study.Language) (ResultView, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return ResultView{}, err
	}
	if s.test.State != study.Unblinded {
		return ResultView{}, &study.Problem{ID: "test.not-unblinded", Args: map[string]any{"test": ref.Test}}
	}
	m, err := c.evaluated(ctx, s)
	if err != nil {
		return ResultView{}, err
	}
	if m.Criteria, err = criteria(l); err != nil {
		return ResultView{}, err
	}
	v := ResultView{Study: s.study, Case: s.kase, Figures: m.Figures}
	if v.Screen, err = report.ForScreen(&m, c.wordsOf(l)); err != nil {
		return v, err
	}
	if v.Graders, err = c.GraderRuns(ctx, ref); err != nil {
		return v, err
	}
	if v.Final, err = c.FinalCategories(ctx, ref); err != nil {
		return v, err
	}
	v.Adjudicated, err = c.Adjudication(ctx, ref)
	return v, err
}

// StardTask is one item of the checklist as a person works through it.
type StardTask struct {
	StardItem
	Section string
	Status  stard.Status
	Says    string // what the program documents; "" for nothing
}

// StardTasks lists the checklist of a study in a language, with what the program documents of each item.
func (c *Conduct) StardTasks(ctx context.Context, studyID string, l study.Language) ([]StardTask, error) {
	items, err := c.StardItems(ctx, studyID, l)
	if err != nil {
		return nil, err
	}
	all, err := stard.Bundled()
	if err != nil {
		return nil, err
	}
	list := make([]StardTask, len(items))
	for i, it := range items {
		full := all.Items[i]
		list[i] = StardTask{StardItem: it, Section: all.Sections[full.Section][l], Status: full.Status, Says: full.Program[l]}
	}
	return list, nil
}

// MethodsText is the plain text of [Conduct.Methods].
func (c *Conduct) MethodsText(ctx context.Context, studyID string, l study.Language) (string, error) {
	text, err := c.Methods(ctx, studyID, l)
	return text.Plain, err
}

// StardFolder is where the STARD report, the study protocol and the consent form of a study stand.
func (c *Conduct) StardFolder(studyID string) (string, error) { return c.home.Stard(studyID) }
