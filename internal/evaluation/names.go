package evaluation

import (
	"iucomstudien/internal/stats"
)

// Named is a figure under its stable name. The names are part of the format iucom-data/1.
type Named struct {
	Name   string       `json:"name"`
	Figure stats.Figure `json:"figure"`
}

// List gives every figure under its name, always in the same order. Names are paths of machine words joined by full
// stops: "alpha_category_nominal", "with_ai.alpha_category_nominal", "hallucination_rate.X.sources".
func (f Figures) List() []Named {
	var all []Named
	add := func(name string, fig stats.Figure) { all = append(all, Named{name, fig}) }
	for _, a := range f.Agreement {
		add(a.name(), a.People)
		add("with_ai."+a.name(), a.WithAI)
		add("percent_agreement_"+string(a.Measure), a.PeopleEqual)
		add("with_ai.percent_agreement_"+string(a.Measure), a.WithAIEqual)
		for _, p := range a.Panels {
			add("panel."+p.name()+"."+a.name(), p.Alpha)
		}
	}
	for _, p := range f.AIPeople {
		add("kappa_ai_reviewer_category."+p.Second.ID, p.Kappa)
	}
	for _, p := range f.People {
		add("kappa_"+p.First.ID+"_"+p.Second.ID+"_category", p.Kappa)
	}
	add("share_identical_category_ai_human", f.Identical.Figure)
	for _, s := range f.StandIn {
		s.list(add)
	}
	for _, l := range f.LeftOut {
		l.list(add)
	}
	f.Humans.list("blinding_humans.", add)
	f.AI.list("blinding_ai.", add)
	for _, a := range f.Answers {
		code := string(a.Code)
		add("hallucination_rate."+code+".sources", a.Sources.Figure)
		add("hallucination_rate."+code+".facts", a.Facts.Figure)
		add("mean_agreement_percent."+code+".people", a.People.Agreement.Figure)
	}
	for _, c := range f.Conditions {
		name := string(c.Condition)
		add("pooled_rate."+name+".sources", c.Sources.Figure)
		add("pooled_rate."+name+".facts", c.Facts.Figure)
		add("mean_rate_percent."+name+".sources", c.Sources.Mean)
		add("mean_rate_percent."+name+".facts", c.Facts.Mean)
		add("mean_agreement_percent."+name+".people", c.People.Agreement.Figure)
	}
	return all
}

func (a Agreement) name() string { return "alpha_" + string(a.Measure) + "_" + a.Level }

func (b Blinding) list(prefix string, add func(string, stats.Figure)) {
	add(prefix+"p0", b.Chance)
	add(prefix+"p", b.P)
	for _, bang := range b.Bang {
		add(prefix+"bang_"+string(bang.Truth), bang.Index)
	}
	add(prefix+"james", b.James)
	add(prefix+"dealt", b.Dealt)
}
