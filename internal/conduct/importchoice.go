package conduct

import (
	"maps"
	"slices"
	"strings"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
)

// Choices are what a person decided about a preview. An answer is named by its participant's ID, by the identifier that
// came with it, by its place in the file («row 3», «line 7», «messages[3]»), by the file's name, or by name and place
// («students.csv: row 3»).
type Choices struct {
	Sheets       []string                   // of workbooks with answers on several sheets: those that are taken
	Turns        []string                   // of exports: the answers that are taken, by identifier or place
	AllTurns     bool                       // of conversations every turn is taken
	Consent      []string                   // whose consent is confirmed
	Conditions   map[string]study.Condition // where answers come from that do not say it; under "" for all others
	AcceptEnds   []string                   // which take part though they were cut off, paused or ended in an unknown way
	AcceptAll    bool                       // all of these take part
	Question     string                     // with which the answers were produced, where their file does not say it
	SameQuestion bool                       // they were produced with the question of the case, word for word
	TakeQuestion bool                       // the case has no question yet: take over the one of the answers
}

// deciding applies choices and notes which of them met something.
type deciding struct {
	choices Choices
	named   map[string]bool
}

// meant tells whether a list names a candidate.
func (d *deciding) meant(list []string, k Candidate) bool {
	_, ok := d.mentioned(list, k)
	return ok
}

// mentioned gives the entry of a list that names a candidate.
func (d *deciding) mentioned(list []string, k Candidate) (string, bool) {
	f := k.Answer.File
	names := []string{k.Answer.Origin.Participant, k.Key, f.At, f.Name, f.Name + ": " + f.At, f.Name + ":" + f.At}
	for _, one := range list {
		if one = strings.TrimSpace(one); one != "" && slices.Contains(names, one) {
			d.named[one] = true
			return one, true
		}
	}
	return "", false
}

// mention notes the choices that name candidates about which nothing can be decided yet.
func (d *deciding) mention(list []Candidate) {
	for _, k := range list {
		for _, names := range [][]string{
			d.choices.Turns, d.choices.Consent, d.choices.AcceptEnds, slices.Collect(maps.Keys(d.choices.Conditions)),
		} {
			d.meant(names, k)
		}
	}
}

// unused is a Problem for every choice that names what is not there: a slip of the pen must not decide nothing.
func (d *deciding) unused() error {
	var list []*study.Problem
	c := d.choices
	conditions := slices.DeleteFunc(slices.Sorted(maps.Keys(c.Conditions)), func(s string) bool { return s == "" })
	for _, one := range slices.Concat(c.Sheets, c.Turns, c.Consent, c.AcceptEnds, conditions) {
		if one = strings.TrimSpace(one); !d.named[one] {
			list = append(list, &study.Problem{ID: "import.nothing-named", Args: map[string]any{"value": one}})
		}
	}
	return study.JoinProblems(list)
}

// wholeFile decides what concerns a file as a whole: whether it is there already, its encoding, sheet and turns.
func (d *deciding) wholeFile(p *AnswerPreview, i int) {
	f := &p.Files[i]
	if known := p.in.files[i].known; known != "" && !d.picksAgain(f, p.in.places) {
		*f = sameFile(File{Name: f.File.Name, Data: p.in.files[i].data}, known)
		return
	}
	if p.stops[i] = unsureEncoding(*f); p.stops[i] == nil {
		p.stops[i] = d.sheets(f)
	}
	left := len(f.Candidates)
	if p.stops[i] == nil {
		p.stops[i] = d.turns(f)
	}
	p.partial[i] = len(f.Candidates) < left
	if p.stops[i] == nil {
		delete(p.stops, i)
	}
}

// picksAgain tells whether turns are picked from a file of which others are in the test, and leaves those alone that
// are.
func (d *deciding) picksAgain(f *intake.Preview, places map[string]bool) bool {
	if !slices.ContainsFunc(f.Candidates, func(k Candidate) bool { return k.Conversation != "" && d.meant(d.choices.Turns, k) }) {
		return false
	}
	for i, k := range f.Candidates {
		if places[k.Answer.File.SHA256+k.Answer.File.At] && d.meant(d.choices.Turns, k) {
			f.Candidates[i].Use = intake.UseNo
			f.Candidates[i].Problem = problemOf(k, "import.turn-twice")
		}
	}
	return true
}

// sheets keeps the candidates of the sheets that were chosen, or asks which where several have answers.
func (d *deciding) sheets(f *intake.Preview) *study.Problem {
	var names []string
	for _, k := range f.Candidates {
		if k.Sheet != "" && !slices.Contains(names, k.Sheet) {
			names = append(names, k.Sheet)
		}
	}
	var chosen []string
	for _, name := range names {
		if slices.Contains(d.choices.Sheets, name) {
			d.named[name] = true
			chosen = append(chosen, name)
		}
	}
	switch {
	case len(chosen) > 0:
		f.Candidates = slices.DeleteFunc(f.Candidates, func(k Candidate) bool { return !slices.Contains(chosen, k.Sheet) })
	case len(names) > 1:
		return &study.Problem{ID: "import.which-sheet", File: f.File.Name, Args: map[string]any{"sheets": names}}
	}
	return nil
}

// turns keeps the turns that were picked, or asks which where a conversation has several.
func (d *deciding) turns(f *intake.Preview) *study.Problem {
	if f.Table != nil {
		return nil
	}
	turns := 0
	for _, k := range f.Candidates {
		if k.Conversation != "" {
			turns++
		}
	}
	if d.choices.AllTurns || len(f.Candidates) < 2 {
		return nil
	}
	var picked []Candidate
	for _, k := range f.Candidates {
		if d.meant(d.choices.Turns, k) {
			picked = append(picked, k)
		}
	}
	switch {
	case len(picked) > 0:
		f.Skipped["turn"] = len(f.Candidates) - len(picked)
		f.Candidates = picked
	case turns > 1:
		return &study.Problem{ID: "import.which-turn", File: f.File.Name, Args: map[string]any{"n": turns}}
	}
	return nil
}

// candidate decides about one answer.
func (d *deciding) candidate(k *Candidate) error {
	var say intake.Decision
	if d.meant(d.choices.Consent, *k) {
		say.Consent = study.ConsentGiven
	}
	if k.Answer.Condition == "" {
		say.Condition = d.condition(*k)
		if k.Use == intake.UseNo {
			k.Answer.Condition = say.Condition // an outcome is counted with its origin
		}
	}
	say.AcceptEnd = d.meant(d.choices.AcceptEnds, *k) || d.choices.AcceptAll
	if say == (intake.Decision{}) || asksConduct(k.Problem) {
		return nil
	}
	decided, err := decide(*k, say)
	if err == nil {
		*k = decided
	}
	return err
}

// condition is where a person said that a candidate comes from that does not say it itself.
func (d *deciding) condition(k Candidate) study.Condition {
	if which, named := d.mentioned(slices.Collect(maps.Keys(d.choices.Conditions)), k); named {
		return d.choices.Conditions[which]
	}
	return d.choices.Conditions[""]
}

// decide judges a candidate after a person's word. That it is accepted as it ended is remembered, also while something
// else is left to say.
func decide(k Candidate, say intake.Decision) (Candidate, error) {
	say.AcceptEnd = say.AcceptEnd || k.Answer.Accepted
	end := k.Answer.Finish
	if say.AcceptEnd && declined(k) {
		k.Use, k.Answer.Finish = intake.UseCheck, study.Complete // for this judgement only: the stored end stays what it was
	}
	decided, err := k.Decide(say)
	decided.Answer.Finish = end
	if err == nil && decided.Problem != nil && k.Problem != nil {
		decided.Problem.Row = k.Problem.Row // the row is the same, whatever is asked next
		if decided.Problem.ID == k.Problem.ID {
			decided.Problem = k.Problem
		}
	}
	if err == nil && say.AcceptEnd && k.Use == intake.UseCheck && decided.Use != intake.UseNo {
		decided.Answer.Accepted = !decided.Answer.Finish.Usable()
	}
	return decided, err
}

// declined tells whether a model declined in words. Such an answer is none by itself; the study lead may let it be rated
// as what it is.
func declined(k Candidate) bool {
	return k.Answer.Finish == study.FinRefused && strings.TrimSpace(k.Answer.Text) != ""
}

// problemOf is a Problem about one candidate, with the facts by which a person finds it.
func problemOf(k Candidate, id string) *study.Problem {
	name := k.Answer.Origin.Participant
	if !k.Answer.Condition.Human() {
		name = k.Key
	}
	return &study.Problem{ID: id, File: k.Answer.File.Name, Args: map[string]any{"id": name, "at": k.Answer.File.At}}
}
