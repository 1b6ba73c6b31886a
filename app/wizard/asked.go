package wizard

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"iucomstudien/app/host"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// sayAsked says what came of every run: answers, runs that ended without one, and what they wait for.
func (w *Wizard) sayAsked(done conduct.Asked, waits error) {
	if waits != nil && !onlyOpen(waits) {
		w.host.Fault(waits)
		return
	}
	if text := w.askedSaid(done); text != "" {
		w.host.Say(text)
	}
}

// onlyOpen tells whether all that work waits for is a person's word about answers that came in.
func onlyOpen(waits error) bool {
	list := study.Problems(waits)
	return len(list) > 0 && !slices.ContainsFunc(list, func(p *study.Problem) bool { return p.ID != "import.waiting" })
}

// askedSaid is what came of the runs, in sentences; "" for none.
func (w *Wizard) askedSaid(done conduct.Asked) string {
	words := w.host.Words()
	answered, kept := 0, 0
	without := make(map[conduct.AskState]int)
	for _, r := range done.Runs {
		switch {
		case r.Kept:
			kept++
		case r.State == conduct.AskDone:
			answered++
		default:
			without[r.State]++
		}
	}
	var said []string
	if answered > 0 {
		said = append(said, words.N("wizard.asking.done", answered))
	}
	for _, state := range []conduct.AskState{conduct.AskRefused, conduct.AskBlocked, conduct.AskTruncated, conduct.AskAside, conduct.AskEmpty, conduct.AskWaiting, conduct.AskNot} {
		if n := without[state]; n > 0 {
			said = append(said, words.N("wizard.asking.without", n, "state", w.t("ask.state."+string(state))))
		}
	}
	if kept > 0 {
		said = append(said, words.N("wizard.asking.kept", kept))
	}
	if n := len(done.Imported.Open); n > 0 {
		said = append(said, words.N("wizard.answers.left-open", n))
	}
	for _, r := range done.Runs {
		if r.Marks > 0 {
			said = append(said, w.t("cli.ask.marks", "answer", r.Answer, "n", r.Marks))
		}
	}
	if done.Gold {
		said = append(said, w.t("cli.ask.gold"))
	}
	return strings.Join(said, " ")
}

// problemsOf are the faults of runs, one after another.
func problemsOf(done conduct.Asked) []*study.Problem {
	var list []*study.Problem
	for _, r := range done.Runs {
		if r.Why != nil {
			list = append(list, r.Why)
		}
	}
	return list
}

// sentAgain are the faults of a request that a person may have sent once more.
var sentAgain = []string{"llm.empty-reply", "ledger.open", "grading.left-out", "grading.no-block", "grading.truncated"}

// mayBeSentAgain tells whether a fault is of a request that a person may have sent once more.
func mayBeSentAgain(err error) bool {
	return slices.ContainsFunc(study.Problems(err), func(p *study.Problem) bool { return slices.Contains(sentAgain, p.ID) })
}

// askAgain asks whether requests whose replies are of no use, or whose end is not known, are sent once more: that is paid
// again, so that only a person decides it. Where there is none it asks nothing.
func (w *Wizard) askAgain(list []*study.Problem, again func(ids []int64)) {
	var ids []int64
	var said []string
	for _, p := range list {
		if !slices.Contains(sentAgain, p.ID) {
			continue
		}
		ids = addIDs(ids, p)
		sentence, remedy := w.host.Words().Problem(p)
		if text := sentence + " " + remedy; !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	if len(ids) == 0 {
		return
	}
	yes := w.host.Words().N("wizard.again", len(ids))
	w.host.Ask(host.Question{Title: yes, Text: strings.Join(said, "\n\n"), Yes: yes, Careful: true, Then: func() { again(ids) }})
}

// addIDs adds the numbers of the requests that a fault is about, each once.
func addIDs(ids []int64, p *study.Problem) []int64 {
	named := p.Args["ids"]
	if named == nil {
		named = p.Args["id"]
	}
	for _, word := range strings.Fields(fmt.Sprint(named)) {
		var id int64
		if _, err := fmt.Sscan(word, &id); err == nil && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// retry lets requests be sent once more.
func (w *Wizard) retry(ctx context.Context, ids []int64) error {
	for _, id := range ids {
		if err := w.conduct.RetryRequest(ctx, id); err != nil {
			return err
		}
	}
	return nil
}
