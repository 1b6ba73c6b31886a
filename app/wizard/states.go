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
		list[i] = widgets.Step{Title: w.t("wizard." + name), State: w.t("wizard.state." + state), Signal: signal}
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
		return doneOr(v.kase.Facts != "")
	case "gold":
		switch len(v.gold) {
		case 0:
			return "optional", widgets.SignalOff
		case 1:
			return "only-one", widgets.SignalWait
		}
		return "done", widgets.SignalGo
	case "answers":
		return doneOr(usable(v.answers) >= 2)
	case "blinding":
		return doneOr(v.test.State != study.Collecting)
	case "stard":
		if v.kase.TargetQuestion == "" {
			return "optional", widgets.SignalOff
		}
		return "done", widgets.SignalGo
	}
	if v.test.State == study.Unblinded {
		return "done", widgets.SignalGo
	}
	return "open", widgets.SignalOff
}

func doneOr(done bool) (string, widgets.Signal) {
	if done {
		return "done", widgets.SignalGo
	}
	return "missing", widgets.SignalWait
}

// usable counts the answers that can take part.
func usable(answers []study.Answer) int {
	n := 0
	for _, a := range answers {
		if !a.Withdrawn && a.Finish.Usable() {
			n++
		}
	}
	return n
}

// readyNow tells whether nothing that a test needs is missing.
func (w *Wizard) readyNow() bool {
	return w.ref.Test != "" && w.view.kase.Facts != "" && usable(w.view.answers) >= 2
}

// firstOpen is the step at which a person goes on: the start when all before it is there.
func (w *Wizard) firstOpen() int {
	if w.ref.Test == "" {
		return 0
	}
	for i, name := range pages {
		if _, signal := w.stateOf(name); signal == widgets.SignalWait && name != "ready" {
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
