package wizard

import (
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// stepStates says for each of the seven steps how it stands.
func (w *Wizard) stepStates() []widgets.Step {
	list := make([]widgets.Step, len(pages))
	for i, name := range pages {
		state, signal := w.stateOf(name)
		title := w.t("wizard.page-title", "n", i+1, "title", w.t("wizard."+name))
		list[i] = widgets.Step{Title: title, State: w.t("wizard.state." + state), Signal: signal}
	}
	return list
}

// stateOf gives the word for a step's state and its signal.
func (w *Wizard) stateOf(name string) (string, widgets.Signal) {
	v := w.view
	if w.ref.Test == "" && name != "ready" && name != "case" {
		return "not-yet", widgets.SignalOff
	}
	switch name {
	case "ready":
		if w.readyNow() {
			return "done", widgets.SignalGo
		}
		return "missing", widgets.SignalWait
	case "case":
		return doneOr(v.kase.Facts != "", "missing")
	case "gold":
		switch len(v.gold) {
		case 0:
			return "optional", widgets.SignalOff
		case 1:
			return "only-one", widgets.SignalWait
		}
		return "done", widgets.SignalGo
	case "answers":
		if len(w.open()) > 0 {
			return "undecided", widgets.SignalWait
		}
		return doneOr(usable(v.answers) >= leastAnswers, "missing")
	case "blinding":
		return w.blindingState()
	case "stard":
		if v.kase.TargetQuestion == "" {
			return "optional", widgets.SignalOff
		}
		return "done", widgets.SignalGo
	}
	return w.startState()
}

// blindingState tells whether the answers are blinded and handed out.
func (w *Wizard) blindingState() (string, widgets.Signal) {
	switch {
	case w.view.test.State != study.Collecting:
		return "handed-out", widgets.SignalGo
	case len(w.view.blinded) > 0:
		return "to-hand-out", widgets.SignalWait
	case usable(w.view.answers) >= leastAnswers:
		return "open", widgets.SignalWait
	}
	return "not-yet", widgets.SignalOff
}

// startState tells how far the test itself is.
func (w *Wizard) startState() (string, widgets.Signal) {
	switch w.view.test.State {
	case study.Unblinded:
		return "unblinded", widgets.SignalGo
	case study.BlindedOut:
		if w.step("unblind").State == conduct.Ready {
			return "to-unblind", widgets.SignalWait
		}
		return "waiting", widgets.SignalWait
	}
	return "not-yet", widgets.SignalOff
}

func doneOr(done bool, otherwise string) (string, widgets.Signal) {
	if done {
		return "done", widgets.SignalGo
	}
	return otherwise, widgets.SignalWait
}

// leastAnswers is how many answers a comparison needs.
const leastAnswers = 2

// usable counts the answers that can take part.
func usable(answers []study.Answer) int {
	n := 0
	for _, a := range answers {
		if a.TakesPart() {
			n++
		}
	}
	return n
}

// readyNow tells whether nothing that a test needs is missing.
func (w *Wizard) readyNow() bool {
	return w.ref.Test != "" && w.view.kase.Facts != "" && usable(w.view.answers) >= leastAnswers
}

// goesOn tells whether the page in hand has nothing more urgent than the way on.
func (w *Wizard) goesOn() bool {
	if w.ref.Test == "" && w.shown > 0 {
		return false
	}
	switch name := pages[w.shown]; name {
	case "ready":
		return !w.readyNow() || w.view.test.State != study.Collecting
	case "answers":
		_, signal := w.stateOf(name)
		return w.staged == nil && signal == widgets.SignalGo
	case "gold", "stard":
		return true
	default:
		_, signal := w.stateOf(name)
		return signal == widgets.SignalGo
	}
}

// firstOpen is the step at which a person goes on: the start when all before it is there.
func (w *Wizard) firstOpen() int {
	if w.ref.Test == "" {
		return 0
	}
	for i, name := range pages {
		if name == "ready" || name == "gold" { // they warn, and hold nobody up
			continue
		}
		if _, signal := w.stateOf(name); signal == widgets.SignalWait {
			return i
		}
	}
	return len(pages) - 1
}

// step finds a conduct step by its name.
func (w *Wizard) step(name string) conduct.StepState {
	for _, s := range w.view.steps {
		if s.Name == name {
			return s
		}
	}
	return conduct.StepState{Name: name, State: conduct.Locked}
}
