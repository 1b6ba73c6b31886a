package conduct

import (
	"context"
	"fmt"
	"slices"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// planGrading chooses the graders and writes their requests.
func (c *Conduct) planGrading(ctx context.Context, ref Ref, o GradeOrder) ([]*gradeRun, error) {
	o.Repeats = max(o.Repeats, 1)
	if o.Repeats > mostRepeats {
		return nil, &study.Problem{ID: "grading.repeats", Args: map[string]any{"most": mostRepeats}}
	}
	order, err := c.GradingOrder(ctx, ref)
	if err != nil {
		return nil, err
	}
	order, leftOut, err := c.sendable(ctx, ref, order, o.Leave)
	if err != nil {
		return nil, err
	}
	key, err := c.db.Key(ctx, ref)
	if err != nil {
		return nil, err
	}
	parts, err := withNumbers(order, key.Commitment())
	if err != nil {
		return nil, err
	}
	plans, err := c.chooseGraders(ctx, ref, o)
	if err != nil {
		return nil, err
	}
	var runs []*gradeRun
	for _, p := range plans {
		p.Repeats, p.LeftOut = o.Repeats, leftOut
		for _, part := range parts {
			p.Parts = append(p.Parts, part.Codes())
		}
		desk, err := c.desk(ctx, ref, p.Provider, o.Terms)
		if err != nil {
			return nil, err
		}
		runs = append(runs, &gradeRun{c: c, ref: ref, plan: p, with: o.Settings, asker: desk, secret: key.Commitment(), parts: parts, batch: o.Batch})
	}
	return runs, nil
}

// withNumbers splits an order and gives each part its number. The secret was drawn when the test was blinded, after all
// answers had come in; the same order has the same numbers whenever it is asked.
func withNumbers(order grading.Order, secret string) ([]grading.Order, error) {
	parts := order.Split(maxPartBytes)
	for i := range parts {
		about := append([]string{"grade", string(order.Language), fmt.Sprint(parts[i].Codes())}, parts[i].Texts()...)
		nonce, err := grading.NewNonce(grading.Numbers(secret, about...), parts[i].Texts()...)
		if err != nil {
			return nil, err
		}
		parts[i].Nonce = nonce
	}
	return parts, nil
}

// sendable leaves in an order what may go to a provider of AI.
func (c *Conduct) sendable(ctx context.Context, ref Ref, order grading.Order, leave LeavePrivate) (grading.Order, []study.Code, error) {
	rows, err := c.db.BlindingLog(ctx, ref)
	if err != nil {
		return order, nil, err
	}
	answers, err := c.db.Answers(ctx, ref)
	if err != nil {
		return order, nil, err
	}
	may := make(map[study.Code]bool)
	for _, row := range rows {
		i := slices.IndexFunc(answers, func(a study.Answer) bool { return a.ID == row.AnswerID })
		may[row.Code] = i >= 0 && answers[i].MaySend()
	}
	var private []study.Code
	kept := order
	kept.Answers = nil
	for _, a := range order.Answers {
		if may[a.Code] {
			kept.Answers = append(kept.Answers, a)
		} else {
			private = append(private, a.Code)
		}
	}
	if len(private) > 0 && (leave == RefusePrivate || len(kept.Answers) == 0) {
		return order, private, &study.Problem{ID: "grading.private-answers",
			Args: map[string]any{"codes": joinCodes(private), "n": len(private), "of": len(order.Answers)}}
	}
	return kept, private, nil
}

// chooseGraders chooses who grades. The first is chosen by family, from the second, too, where nobody else is independent.
// Where the named second so came to the first place, the model that was named first grades beside it: two different
// models that were named are two graders, and the figures rest on the independent one.
func (c *Conduct) chooseGraders(ctx context.Context, ref Ref, o GradeOrder) ([]graderPlan, error) {
	families, err := llm.LoadFamilies()
	if err != nil {
		return nil, err
	}
	configured, others, err := c.choices(ctx, o.Grader)
	if err != nil {
		return nil, err
	}
	under, err := c.modelsUnderTest(ctx, ref)
	if err != nil {
		return nil, err
	}
	if o.Second == nil {
		chosen, reason := families.ChooseGrader(configured, others, under)
		return []graderPlan{newPlan(graderID, configured, chosen, reason)}, nil
	}
	second, _, err := c.choices(ctx, *o.Second)
	if err != nil {
		return nil, err
	}
	if second == configured {
		return nil, &study.Problem{ID: "grading.same-grader", Args: map[string]any{"model": second.Model}}
	}
	chosen, reason := families.ChooseGrader(configured, append(others, second), under)
	if second == chosen {
		second = configured
	}
	_, beside := families.ChooseGrader(second, nil, under)
	return []graderPlan{newPlan(graderID, configured, chosen, reason), newPlan(secondGraderID, second, second, beside)}, nil
}

func newPlan(rater string, configured, chosen llm.Choice, reason llm.Reason) graderPlan {
	return graderPlan{Rater: rater, Provider: chosen.Provider, Model: chosen.Model, Configured: configured.Model,
		Why: reason.Why, Family: reason.Family, Shared: reason.Shared, Unknown: reason.Unknown}
}

// choices completes a choice with the provider's own model and lists the other providers that could grade: those whose
// key is there.
func (c *Conduct) choices(ctx context.Context, named llm.Choice) (configured llm.Choice, others []llm.Choice, err error) {
	p, err := c.db.Provider(ctx, named.Provider)
	if err != nil {
		return named, nil, err
	}
	if named.Model == "" {
		named.Model = p.Model
	}
	all, err := c.db.Providers(ctx)
	if err != nil {
		return named, nil, err
	}
	for _, other := range all {
		if other.Name == named.Provider {
			continue
		}
		if _, _, err := c.connected(ctx, other.Name); err == nil {
			others = append(others, llm.Choice{Provider: other.Name, Model: other.Model})
		}
	}
	return named, others, nil
}

// modelsUnderTest lists the models whose answers are graded.
func (c *Conduct) modelsUnderTest(ctx context.Context, ref Ref) (models []string, err error) {
	answers, err := c.db.Answers(ctx, ref)
	if err != nil {
		return nil, err
	}
	for _, a := range answers {
		model := a.Origin.Model
		if model == "" {
			model = a.Origin.Provider
		}
		if !a.Condition.Human() && a.TakesPart() && !slices.Contains(models, model) {
			models = append(models, model)
		}
	}
	return models, nil
}
