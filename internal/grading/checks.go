package grading

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/study"
)

// check applies the rules of the grading system to one grading. Counts win over bars and grid; everything else is
// kept as returned and remarked.
func (r *reading) check(g *study.Grading) {
	r.checkBars(g)
	r.checkGrid(g)
	r.checkCategory(g)
	r.checkSub(g)
	counted := maps.Clone(g.Quality)
	for _, id := range numbered("Q", qualities) {
		if q := g.Quality[id]; !q.IsKnown() && q.Why() == study.NotApplicable {
			r.remark(g.Rating.Code, id, LogCriterionNotApplicable, "NA")
			if !reasoned(g.Notes, id) {
				r.remark(g.Rating.Code, id, LogCriterionWithoutReason, "NA")
				counted[id] = study.Absent[int](study.NotReturned)
			}
		}
	}
	if a := r.expect.Systems.Level(g.Bars, counted); a.IsKnown() || a.Why() == study.Undefined {
		g.SystemA = a
	}
	r.result.Departures += len(g.Departures)
	for _, d := range g.Departures {
		if d.Evidence == "" {
			r.result.WithoutEvidence++
		}
	}
}

var criterionNamed = regexp.MustCompile(`\bQ[1-8]\b`)

// reasoned tells whether a line HINWEIS gives a reason why a criterion does not apply: it names the criterion, or none at
// all.
func reasoned(notes []string, id string) bool {
	return slices.ContainsFunc(notes, func(n string) bool {
		named := criterionNamed.FindAllString(strings.ToUpper(n), -1)
		return fold(n) != "INJECTION" && (len(named) == 0 || slices.Contains(named, id))
	})
}

// checkBars makes K2 and K3 say what the counts say: failed exactly when a source was invented or miscited. K5 can
// not have failed where no statement about the facts was invented; the reverse is possible.
func (r *reading) checkBars(g *study.Grading) {
	if c, ok := g.Sources.Get(); ok {
		r.setBar(g, "K2", c.Invented == 0)
		r.setBar(g, "K3", c.Miscited == 0)
	}
	if c, ok := g.Facts.Get(); ok && c.Invented == 0 {
		r.setBar(g, "K5", true)
	}
}

func (r *reading) setBar(g *study.Grading, id string, passed bool) {
	was, given := g.Bars[id]
	if given && was != passed {
		r.corrected(g.Rating.Code, id, LogBarByCounts, barWord(was), barWord(passed))
		g.Bars[id] = passed
	}
}

func barWord(passed bool) string {
	if passed {
		return "passed"
	}
	return "failed"
}

// checkGrid blocks an answer with an invented source, whether a level was given or not.
func (r *reading) checkGrid(g *study.Grading) {
	sources, counted := g.Sources.Get()
	if !counted {
		return
	}
	grid, given := g.Rating.Grid.Get()
	switch {
	case sources.Invented > 0 && grid != study.GridBlocked:
		was := ""
		if given {
			was = grid.String()
		}
		r.corrected(g.Rating.Code, fieldGrid, LogBlockedByCounts, was, study.GridBlocked.String())
		g.Rating.Grid = study.Known(study.GridBlocked)
	case sources.Invented == 0 && grid == study.GridBlocked:
		r.remark(g.Rating.Code, fieldGrid, LogBlockedWithoutInventedSource, grid.String())
		r.result.BlockedUnfounded++
	}
}

// checkCategory remarks a «correct» that does not fit the counts or the agreement.
func (r *reading) checkCategory(g *study.Grading) {
	if g.Rating.Category.Or("") != study.Correct {
		return
	}
	if c, ok := g.Sources.Get(); ok && c.Invented+c.Miscited > 0 {
		r.remark(g.Rating.Code, fieldCategory, LogCorrectWithWrongSources, strconv.Itoa(c.Invented+c.Miscited))
	}
	if a, ok := g.Rating.Agreement.Get(); ok && a < 50 {
		r.remark(g.Rating.Code, fieldCategory, LogCorrectWithLowAgreement, strconv.Itoa(a))
	}
}

// checkSub remarks an overall level of the grid that is better than the best or worse than the worst sub-competence.
// There is no formula for it: it is set by weighing.
func (r *reading) checkSub(g *study.Grading) {
	grid, given := g.Rating.Grid.Get()
	if !given || grid == study.GridBlocked {
		return
	}
	best, worst := 0, 0
	for _, v := range g.Sub {
		if level, ok := v.Get(); ok {
			if best == 0 || level < best {
				best = level
			}
			worst = max(worst, level)
		}
	}
	if best > 0 && (int(grid) < best || int(grid) > worst) {
		r.remark(g.Rating.Code, fieldGrid, LogOverallOutsideSubLevels, fmt.Sprintf("%s (%d–%d)", grid, best, worst))
	}
}

// checkAll looks at the gradings side by side.
func (r *reading) checkAll() {
	if r.result.WithoutEvidence > 0 {
		r.remark("", fieldDeparture, LogDeparturesWithoutEvidence,
			fmt.Sprintf("%d/%d", r.result.WithoutEvidence, r.result.Departures))
	}
	if len(r.result.Returned) < 2 || len(r.result.Returned) < len(r.expect.Codes) {
		return
	}
	if NoDifferentiation(r.result.Gradings) {
		r.result.NoDifferentiation = true
		r.remark("", "", LogNoDifferentiation, "")
	}
}

// NoDifferentiation tells whether two answers or more all got the same verdict. A grading that was split into several
// requests is looked at as a whole with it.
func NoDifferentiation(all []study.Grading) bool {
	if len(all) < 2 {
		return false
	}
	first := verdict(all[0])
	return !slices.ContainsFunc(all[1:], func(g study.Grading) bool { return verdict(g) != first })
}

// verdict is what a grader would give every answer alike who did not look at them.
func verdict(g study.Grading) string {
	return fmt.Sprint(g.Rating.Category, g.Rating.Agreement, g.Rating.Grid, g.SystemA)
}
