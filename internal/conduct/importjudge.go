package conduct

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
)

// isOutcome tells whether a Problem says that an answer came in and is none: that is counted, with the denominator.
// Everything else that is turned down is a refusal of the import.
func isOutcome(why *study.Problem) bool {
	if why == nil {
		return false
	}
	switch why.ID {
	case "intake.no-answer", "intake.provider-error", "intake.not-run":
		return true
	}
	return strings.HasPrefix(why.ID, "intake.finish-")
}

// failed is the outcome of a request that has an error in the place of an answer.
func failed(f intake.Preview, why *study.Problem, c study.Condition) Candidate {
	at, _ := why.Args["at"].(string)
	key, _ := why.Args["id"].(string)
	file := f.File
	file.At = at
	return Candidate{
		Answer: study.Answer{Condition: c, File: file, Finish: study.FinNotAnswer}, Use: intake.UseNo, Problem: why, Key: key,
	}
}

// refusePresent refuses answers of participants who have one already.
func (p *AnswerPreview) refusePresent() {
	present := make(map[string]string)
	for i := range p.Files {
		if p.stops[i] != nil {
			continue
		}
		for n := range p.Files[i].Candidates {
			k := &p.Files[i].Candidates[n]
			id := k.Answer.Origin.Participant
			if id == "" || k.Use == intake.UseNo {
				continue
			}
			other, twice := p.in.present[id]
			if waits, open := p.in.waiting[id]; open && k.Use == intake.UseYes && present[id] == "" {
				p.replaced = append(p.replaced, waits) // the table came back with the consent in it
				twice = false
			} else if !twice {
				other, twice = present[id]
			}
			if twice {
				k.Use = intake.UseNo
				k.Problem = problemOf(*k, "intake.participant-twice")
				k.Problem.Args["other"] = other
				continue
			}
			present[id] = k.Answer.File.Name
		}
	}
}

// nameParticipants gives an ID to people whose file names none: T01, T02 … to students and trainees, P01 … to
// professionals. In a study no ID is given to two people, not even after one has withdrawn.
func (p *AnswerPreview) nameParticipants() {
	taken := highestIDs{}
	taken.note(p.in.takenIDs...)
	for _, f := range p.Files {
		for _, k := range f.Candidates {
			taken.note(k.Answer.Origin.Participant)
		}
	}
	for i := range p.Files {
		if p.stops[i] != nil {
			continue
		}
		for n := range p.Files[i].Candidates {
			k := &p.Files[i].Candidates[n]
			o := &k.Answer.Origin
			if k.Use == intake.UseNo || !k.Answer.Condition.Human() || o.Participant != "" {
				continue
			}
			o.Participant = taken.next(k.Answer.Condition)
			taken.note(o.Participant)
			if k.Problem != nil && k.Problem.Args["id"] == "" {
				named := *k.Problem // the one that was read is left alone
				named.Args = withArg(named.Args, "id", o.Participant)
				k.Problem = &named
			}
		}
	}
}

// numbered are IDs as the program gives them.
var numbered = regexp.MustCompile(`^([TP])([0-9]{1,6})$`)

// highestIDs are the highest numbers given so far, by the letter before them.
type highestIDs map[string]int

func (h highestIDs) note(ids ...string) {
	for _, id := range ids {
		if m := numbered.FindStringSubmatch(id); m != nil {
			if n, err := strconv.Atoi(m[2]); err == nil {
				h[m[1]] = max(h[m[1]], n)
			}
		}
	}
}

// next is the first ID after all that were given.
func (h highestIDs) next(c study.Condition) string {
	letter := "T"
	if c == study.Professional {
		letter = "P"
	}
	return fmt.Sprintf("%s%02d", letter, h[letter]+1)
}

// nextParticipant is the first ID after all that were given.
func nextParticipant(c study.Condition, taken []string) string {
	h := highestIDs{}
	h.note(taken...)
	return h.next(c)
}

// withArg is a copy of a Problem's facts with one more.
func withArg(args map[string]any, name string, value any) map[string]any {
	more := map[string]any{name: value}
	for k, v := range args {
		if k != name {
			more[k] = v
		}
	}
	return more
}

// fillQuestions gives the question that a person stated to the answers whose file says none.
func (p *AnswerPreview) fillQuestions() {
	question := p.choices.Question
	if p.choices.SameQuestion {
		question = p.in.kase.Facts
	}
	for i := range p.Files {
		for n := range p.Files[i].Candidates {
			if a := &p.Files[i].Candidates[n].Answer; strings.TrimSpace(a.Question) == "" {
				a.Question = question
			}
		}
	}
	p.Wordings = wordings(p.in.kase.Facts, p.comparable())
}

// comparable lists the answers whose question is to be compared with that of the case.
func (p *AnswerPreview) comparable() []study.Answer {
	var list []study.Answer
	for i, f := range p.Files {
		for _, k := range f.Candidates {
			if k.Use != intake.UseNo && p.stops[i] == nil {
				list = append(list, k.Answer)
			}
		}
	}
	return list
}

// likePerson is the shape of matriculation numbers: seven or eight digits, one or two letters before them.
var likePerson = regexp.MustCompile(`^\s*\pL{0,2}[0-9]{7,8}\s*$`)

// warn says what a person should look at and no single answer says.
func (p *AnswerPreview) warn() {
	for i, f := range p.Files {
		if ref, there := p.in.elsewhere[f.File.SHA256]; there && f.Error == nil {
			p.Warnings = append(p.Warnings, &study.Problem{ID: "import.same-file-elsewhere", File: f.File.Name, Args: map[string]any{"test": ref.Test}})
		}
		if f.Error == nil && p.stops[i] == nil && !p.keepsOriginal(i) {
			p.Warnings = append(p.Warnings, &study.Problem{ID: "import.original-not-kept", File: f.File.Name})
		}
		for _, k := range f.Candidates {
			if id := k.Answer.Origin.Participant; k.Use != intake.UseNo && p.stops[i] == nil && k.Answer.Condition.Human() && likePerson.MatchString(id) {
				like := problemOf(k, "import.id-like-person")
				like.Args["id"], like.Args["proposal"] = id, nextParticipant(k.Answer.Condition, p.in.takenIDs)
				p.Warnings = append(p.Warnings, like)
			}
			other, twice := p.in.texts[sumText(strings.TrimSpace(k.Answer.Text))]
			if twice && k.Use != intake.UseNo && p.stops[i] == nil {
				same := problemOf(k, "import.same-text")
				same.Args["other"] = other
				p.Warnings = append(p.Warnings, same)
			}
		}
	}
	p.warnOfQuestions()
}

// keepsOriginal tells whether the bytes of a file may be kept: not when they hold an answer that nobody consented to,
// a name in the place of an ID, or turns that the person left out.
func (p *AnswerPreview) keepsOriginal(i int) bool {
	if p.partial[i] {
		return false
	}
	return !slices.ContainsFunc(p.Files[i].Candidates, func(k Candidate) bool {
		return k.Use == intake.UseNo && (k.Problem.ID == "intake.no-consent" || k.Problem.ID == "intake.name-in-id")
	})
}
