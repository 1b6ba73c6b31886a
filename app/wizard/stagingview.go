package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// stagingView is what is seen of files that wait to be taken over.
type stagingView struct {
	form         *originForm
	about        *widget.Label
	whole        *widgets.TextView
	actions      *fyne.Container // what can be decided about the chosen line
	take, reread *widgets.Button
	filling      bool // the form is being filled by the program, not by the person
}

// draw shows what the files contain, the form for the origin of the chosen one, and the decision.
func (s *staging) draw() fyne.CanvasObject {
	w := s.wizard
	v := &s.shown
	*v = stagingView{form: newOriginForm(w.t), about: widgets.Strong(""), whole: widgets.NewTextView(""), actions: container.NewStack()}
	v.take = widgets.NewMainButton(s.takeText(), s.importAll)
	v.reread = widgets.NewButton(w.t("wizard.answers.reread"), s.readAll)
	leave := widgets.NewButton(w.t("wizard.answers.leave"), func() {
		w.staged = nil
		w.redraw()
	})
	v.form.changed = func() {
		if !v.filling {
			hint := v.form.hint()
			s.files[s.fileOfChosen()].Hint = &hint
			s.settle()
		}
	}
	apply := container.NewHBox(v.reread)
	if len(s.files) > 1 {
		apply.Add(widgets.NewButton(w.t("wizard.answers.to-all"), s.sayOfAll))
	}
	card := widgets.Card(widgets.Column(widgets.Ends(v.about, widgets.Flush(apply)), v.form.root))
	list := s.list()
	s.settle()
	w.first = v.form.condition
	w.offers = []fyne.CanvasObject{v.take, leave}
	return widgets.Filled(1, card, list)
}

// takeText says how many answers would come in, and how many would wait.
func (s *staging) takeText() string {
	words := s.wizard.host.Words()
	if s.taken == 0 && s.open > 0 {
		return words.N("wizard.answers.keep-open", s.open)
	}
	return words.N("wizard.answers.take", s.taken)
}

// settle lets import what was read as it is shown, and nothing else.
func (s *staging) settle() {
	stale := s.stale()
	s.shown.take.SetEnabled(!stale && (s.taken+s.open > 0 || s.outcomes))
	s.shown.reread.SetEnabled(stale)
}

// choose shows the whole of a line, what is known of the origin of its file, and what can be decided about it.
func (s *staging) choose(i int) {
	s.chosen = i
	f, v := s.found[i], &s.shown
	v.whole.SetText(f.says().whole)
	file := s.files[f.file]
	v.about.SetText(s.wizard.t("wizard.answers.origin-of", "file", file.Name))
	v.filling = true
	v.form.set(file.Hint.Condition, file.Hint.Origin)
	v.filling = false
	v.actions.Objects = []fyne.CanvasObject{widgets.Flow(s.decisions(f)...)}
	v.actions.Refresh()
}

// list shows a finding a line, and the whole of the one that is chosen.
func (s *staging) list() fyne.CanvasObject {
	list := widget.NewList(func() int { return len(s.found) },
		func() fyne.CanvasObject { return widgets.NewLightRow() },
		func(i widget.ListItemID, o fyne.CanvasObject) {
			said := s.found[i].says()
			o.(*widgets.LightRow).Set(s.found[i].signal, said.title, said.text)
		})
	list.OnSelected = s.choose
	if len(s.found) > 0 {
		list.Select(min(s.chosen, len(s.found)-1))
	}
	return widgets.Flush(widgets.Beside(0.5, list, widgets.Filled(0, s.shown.whole, s.shown.actions)))
}

// decisions are the buttons for what has to be said about a line.
func (s *staging) decisions(f finding) []fyne.CanvasObject {
	if f.why == nil {
		return nil
	}
	t := s.wizard.t
	button := func(text string, change func(c *conduct.Choices)) fyne.CanvasObject {
		return widgets.NewButton(text, func() { s.decide(change) })
	}
	switch id := f.why.ID; {
	case isConsentQuestion(id):
		return []fyne.CanvasObject{button(t("wizard.answers.consent-confirmed"), func(c *conduct.Choices) { c.Consent = append(c.Consent, f.name) })}
	case isEndQuestion(f):
		return []fyne.CanvasObject{button(t("wizard.answers.accept-end"), func(c *conduct.Choices) { c.AcceptEnds = append(c.AcceptEnds, f.name) })}
	case id == "import.which-turn" && f.answer:
		return []fyne.CanvasObject{
			button(t("wizard.answers.this-turn"), func(c *conduct.Choices) { c.Turns = append(c.Turns, f.name) }),
			button(t("wizard.answers.all-turns"), func(c *conduct.Choices) { c.AllTurns = true }),
		}
	case id == "import.which-turn":
		return []fyne.CanvasObject{button(t("wizard.answers.all-turns"), func(c *conduct.Choices) { c.AllTurns = true })}
	case id == "import.which-sheet":
		var list []fyne.CanvasObject
		for _, sheet := range stringsIn(f.why, "sheets") {
			list = append(list, button(t("wizard.answers.this-sheet", "sheet", sheet), func(c *conduct.Choices) { c.Sheets = append(c.Sheets, sheet) }))
		}
		return list
	case id == "intake.encoding-unsure":
		return s.encodings(f)
	}
	return nil
}

// encodings are the buttons for the two encodings that fit a file. It is read anew in the one that is chosen.
func (s *staging) encodings(f finding) []fyne.CanvasObject {
	return s.wizard.encodings(f.why, func(encoding string) {
		hint := *s.files[f.file].Hint
		hint.Encoding = encoding
		s.files[f.file].Hint = &hint
		s.readAll()
	})
}

// encodings are the buttons for the two encodings of which a fault says that both fit, each with how it reads.
func (w *Wizard) encodings(why *study.Problem, choose func(encoding string)) []fyne.CanvasObject {
	var list []fyne.CanvasObject
	for _, pair := range [][2]string{{"encoding", "sample"}, {"other", "otherSample"}} {
		encoding, _ := why.Args[pair[0]].(string)
		sample, _ := why.Args[pair[1]].(string)
		list = append(list, widgets.NewButton(w.t("wizard.answers.encoding", "name", encoding, "sample", sample), func() { choose(encoding) }))
	}
	return list
}

// stringsIn are the texts of a list among the facts of a fault.
func stringsIn(p *study.Problem, arg string) []string {
	list, _ := p.Args[arg].([]string)
	return list
}

// isConsentQuestion tells whether a person's consent has to be confirmed.
func isConsentQuestion(id string) bool {
	return id == "intake.consent-missing" || id == "intake.consent-unclear"
}

// isEndQuestion tells whether an answer may take part though it did not end in the ordinary way.
func isEndQuestion(f finding) bool { return f.answer && f.open && isEnd(f.why.ID) }
