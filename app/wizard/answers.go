package wizard

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// answersPage lists the answers with their origin and takes in more.
func (w *Wizard) answersPage() fyne.CanvasObject {
	if w.ref.Test == "" {
		return explanation(w.t("wizard.needs-case"))
	}
	var form fyne.CanvasObject
	w.hint, form = w.originForm()
	add := widget.NewButton(w.t("wizard.answers.add"), func() {
		w.host.ChooseFiles(func(files []conduct.File) { w.TakeAnswers(files, w.hint()) })
	})
	add.Importance = widget.HighImportance
	if w.view.test.State != study.Collecting {
		add.Disable()
	}
	list := widget.NewList(func() int { return len(w.view.answers) },
		func() fyne.CanvasObject {
			return container.NewGridWithColumns(3, cell(), cell(), cell())
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			a := w.view.answers[i]
			cells := o.(*fyne.Container).Objects
			cells[0].(*widget.Label).SetText(w.t("condition." + string(a.Condition)))
			cells[1].(*widget.Label).SetText(w.whose(a))
			cells[2].(*widget.Label).SetText(strings.TrimSpace(a.File.Name + " " + a.File.At))
		})
	header := container.NewGridWithColumns(3, bold(w.t("wizard.answers.condition")), bold(w.t("wizard.answers.who")), bold(w.t("wizard.answers.file")))
	top := container.NewVBox(form, container.NewHBox(add), header)
	return container.NewBorder(top, nil, nil, nil, list)
}

// whose names an answer's origin in one line: participant or model with version.
func (w *Wizard) whose(a study.Answer) string {
	if a.Withdrawn {
		return w.t("wizard.answers.withdrawn")
	}
	if a.Origin.Participant != "" {
		return a.Origin.Participant
	}
	return strings.TrimSpace(a.Origin.Model + " " + a.Origin.Version)
}

func cell() *widget.Label {
	l := widget.NewLabel("")
	l.Truncation = fyne.TextTruncateEllipsis
	return l
}

func bold(text string) *widget.Label {
	l := widget.NewLabelWithStyle(text, fyne.TextAlignLeading, fyne.TextStyle{Bold: true})
	l.Truncation = fyne.TextTruncateEllipsis
	return l
}

// originForm asks where the next files come from; what a file says itself goes before it.
func (w *Wizard) originForm() (hint func() conduct.Hint, form fyne.CanvasObject) {
	conditions := study.Conditions()
	names := make([]string, len(conditions))
	for i, c := range conditions {
		names[i] = w.t("condition." + string(c))
	}
	condition := widget.NewSelect(names, nil)
	condition.PlaceHolder = w.t("wizard.answers.choose-condition")
	model, participant := widget.NewEntry(), widget.NewEntry()
	model.SetPlaceHolder(w.t("wizard.answers.model"))
	participant.SetPlaceHolder("T01")
	consent := widget.NewCheck(w.t("wizard.answers.consent"), nil)
	condition.OnChanged = func(string) {
		human := conditions[condition.SelectedIndex()].Human()
		setShown(participant, human)
		setShown(consent, human)
		setShown(model, !human)
	}
	participant.Hide()
	consent.Hide()
	hint = func() conduct.Hint {
		h := conduct.Hint{}
		i := condition.SelectedIndex()
		if i < 0 {
			return h
		}
		h.Condition = conditions[i]
		if h.Condition.Human() {
			h.Origin.Participant = participant.Text
			if consent.Checked {
				h.Origin.Consent = study.ConsentGiven
			}
		} else {
			h.Origin.Model = model.Text
		}
		return h
	}
	return hint, container.NewGridWithColumns(2, condition, container.NewVBox(model, participant, consent))
}

func setShown(o fyne.CanvasObject, shown bool) {
	if shown {
		o.Show()
	} else {
		o.Hide()
	}
}

// TakeAnswers shows what an import would do and imports on the person's word.
func (w *Wizard) TakeAnswers(files []conduct.File, hint conduct.Hint) {
	ctx := context.Background()
	preview, err := w.conduct.PreviewAnswers(ctx, w.ref, files, hint)
	if err != nil {
		w.host.Fault(err)
		return
	}
	w.host.Confirm(w.previewText(preview), w.t("wizard.answers.import"), func() {
		done, err := w.conduct.ImportAnswers(ctx, w.ref, preview)
		if err != nil {
			w.host.Fault(err)
			return
		}
		w.host.Say(w.host.Words().N("wizard.answers.imported", len(done.Answers)))
		w.again()
	})
}

// previewText says in words what would be imported and what would be refused, and why.
func (w *Wizard) previewText(p conduct.AnswerPreview) string {
	words := w.host.Words()
	lines := []string{words.N("wizard.answers.would-import", len(p.Candidates()))}
	for _, k := range p.Candidates() {
		lines = append(lines, "– "+w.t("condition."+string(k.Answer.Condition))+": "+firstWords(k.Answer.Text))
	}
	if refused := p.Refused(); len(refused) > 0 {
		lines = append(lines, "", words.N("wizard.answers.would-refuse", len(refused)))
		for _, r := range refused {
			sentence, remedy := words.Problem(r)
			lines = append(lines, "– "+sentence+" "+remedy)
		}
	}
	return strings.Join(lines, "\n")
}

// previewRunes is how much of an answer a preview shows.
const previewRunes = 70

// firstWords is the beginning of a text, on one line.
func firstWords(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if runes := []rune(line); len(runes) > previewRunes {
		return string(runes[:previewRunes]) + " …"
	}
	return line
}
