package wizard

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// originForm asks where answers come from. What it asks depends on whether a person or a model wrote them.
type originForm struct {
	t         func(key string, args ...any) string
	root      *fyne.Container
	condition *widgets.Choice[study.Condition]

	provider, model, version, date, participant *widgets.Field
	qualification                               *widgets.Choice[study.Qualification]
	aids                                        *widgets.Choice[string]
	consent                                     *widgets.Choice[study.Consent]

	changed func() // called after every change; nil: nobody waits for it
}

// Answers to whether aids were allowed.
const aidsAllowed, aidsForbidden = "allowed", "not-allowed"

func newOriginForm(t func(key string, args ...any) string) *originForm {
	f := &originForm{t: t, root: container.NewStack()}
	conditions, names := study.Conditions(), []string{}
	for _, c := range conditions {
		names = append(names, t("condition."+string(c)))
	}
	f.condition = widgets.NewChoice(conditions, names)
	f.condition.PlaceHolder = t("wizard.answers.choose-condition")
	for _, field := range []struct {
		entry   **widgets.Field
		example string
	}{{&f.provider, ""}, {&f.model, ""}, {&f.version, ""}, {&f.date, "2026-03-01"}, {&f.participant, "T01"}} {
		*field.entry = widgets.NewField()
		if field.example != "" {
			(*field.entry).SetPlaceHolder(t("field.example", "text", field.example))
		}
		(*field.entry).OnChanged = func(string) { f.change() }
	}
	levels := []study.Qualification{study.LevelStudent, study.LevelTrainee, study.LevelExperienced, study.LevelOther}
	names = nil
	for _, l := range levels {
		names = append(names, t("qualification."+string(l)))
	}
	f.qualification = widgets.NewChoice(levels, names)
	f.aids = widgets.NewChoice([]string{aidsAllowed, aidsForbidden}, []string{t("aids.allowed"), t("aids.not-allowed")})
	f.consent = widgets.NewChoice([]study.Consent{study.ConsentGiven, study.ConsentDenied},
		[]string{t("consent.given"), t("consent.denied")})
	for _, s := range []*widget.Select{&f.qualification.Select, &f.aids.Select, &f.consent.Select} {
		s.PlaceHolder = t("wizard.answers.not-stated")
		s.OnChanged = func(string) { f.change() }
	}
	f.condition.OnChanged = func(string) {
		f.arrange()
		f.change()
	}
	f.arrange()
	return f
}

func (f *originForm) change() {
	if f.changed != nil {
		f.changed()
	}
}

// arrange shows the fields that belong to the condition.
func (f *originForm) arrange() {
	at := func(key string, field fyne.CanvasObject) fyne.CanvasObject {
		return widgets.Column(widgets.Small(f.t(key)), field)
	}
	cells := []fyne.CanvasObject{at("wizard.answers.condition", f.condition)}
	c, chosen := f.condition.Value()
	switch {
	case chosen && c.Human():
		cells = append(cells, at("report.origin.participant", f.participant), at("report.origin.consent", f.consent),
			at("report.origin.qualification", f.qualification), at("report.origin.aids", f.aids), at("report.origin.date", f.date))
	case chosen:
		cells = append(cells, at("report.origin.provider", f.provider), at("report.origin.model", f.model),
			at("report.origin.version", f.version), at("report.origin.date", f.date))
	}
	grid := widgets.Grid([]float32{1, 1, 1}, cells...)
	f.root.Objects = []fyne.CanvasObject{widgets.Column(grid, explained(f.t, c))}
	f.root.Refresh()
}

// explained says in a line each what the origins are that bear a name of this program's own: of the one that is chosen, or of
// both as long as none is.
func explained(t func(key string, args ...any) string, chosen study.Condition) fyne.CanvasObject {
	lines := widgets.Tight()
	for _, c := range []study.Condition{study.Reporter, study.Control} {
		if chosen == "" || chosen == c {
			lines.Add(widgets.Small(t("condition." + string(c) + ".about")))
		}
	}
	return lines
}

// hint is what was said, as it is told to the reader of files.
func (f *originForm) hint() conduct.Hint {
	c, ok := f.condition.Value()
	if !ok {
		return conduct.Hint{}
	}
	o := study.Origin{Date: f.date.Text}
	if c.Human() {
		o.Participant = f.participant.Text
		o.Qualification, _ = f.qualification.Value()
		o.Consent, _ = f.consent.Value()
		if aids, said := f.aids.Value(); said {
			o.Aids = study.Known(aids == aidsAllowed)
		}
	} else {
		o.Provider, o.Model, o.Version = f.provider.Text, f.model.Text, f.version.Text
	}
	return conduct.Hint{Condition: c, Origin: o}
}

// set fills the form with what is known.
func (f *originForm) set(c study.Condition, o study.Origin) {
	f.condition.Choose(c)
	f.provider.SetText(o.Provider)
	f.model.SetText(o.Model)
	f.version.SetText(o.Version)
	f.date.SetText(o.Date)
	f.participant.SetText(o.Participant)
	f.qualification.Choose(o.Qualification)
	f.consent.Choose(o.Consent)
	if aids, ok := o.Aids.Get(); ok {
		f.aids.Choose(map[bool]string{true: aidsAllowed, false: aidsForbidden}[aids])
	}
	f.arrange()
}
