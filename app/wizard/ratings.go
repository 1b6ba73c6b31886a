package wizard

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// sheetsIn is filled sheets that were read and not taken over yet.
type sheetsIn struct {
	wizard *Wizard
	list   []conduct.SheetPreview
	files  []conduct.File // as they were given, so that further ones join them; each with the encoding that was chosen for it

	choices conduct.RatingChoices // what was decided knowingly
}

// takeRatings reads filled sheets and shows what was understood. Sheets that wait to be taken over stay beside them.
func (w *Wizard) takeRatings(files []conduct.File) {
	var choices conduct.RatingChoices
	if w.sheets != nil {
		files, choices = joined(w.sheets.files, files), w.sheets.choices
	}
	w.readRatings(files, choices)
}

// joined adds files to others, each content once.
func joined(have, more []conduct.File) []conduct.File {
	all := slices.Clone(have)
	for _, f := range more {
		if !slices.ContainsFunc(all, func(other conduct.File) bool { return other.SHA256() == f.SHA256() }) {
			all = append(all, f)
		}
	}
	return all
}

// named gives sheets the reviewer that the person wrote beside the same file before.
func named(list, before []conduct.SheetPreview) {
	for i := range list {
		for _, b := range before {
			if list[i].Reviewer == "" && b.File.SHA256 == list[i].File.SHA256 {
				list[i].Reviewer = b.Reviewer
			}
		}
	}
}

// readRatings reads filled sheets, with what a person decided knowingly after a refusal said why.
func (w *Wizard) readRatings(files []conduct.File, choices conduct.RatingChoices) {
	var read []conduct.SheetPreview
	var asked error
	w.host.Start(host.Job{
		Title: w.t("app.reading-files"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			read, err = w.conduct.PreviewRatingsAs(ctx, w.ref, files, choices)
			if err != nil && decidable(err, choices) {
				asked, err = err, nil
			}
			return err
		},
		After: func(end job.End) {
			switch {
			case asked != nil:
				w.askToTake(asked, files)
			case end == job.Done:
				if w.sheets != nil {
					named(read, w.sheets.list)
				}
				w.sheets = &sheetsIn{wizard: w, list: read, files: files, choices: choices}
			}
			w.redraw()
		},
	})
}

// decidable tells whether all that stands against sheets is what a person may decide knowingly, and did not yet.
func decidable(err error, choices conduct.RatingChoices) bool {
	all := study.Problems(err)
	return len(all) > 0 && !slices.ContainsFunc(all, func(p *study.Problem) bool {
		return !(p.ID == "ratings.other-folder" && !choices.OtherFolder || p.ID == "ratings.merged" && !choices.FillMerged)
	})
}

// askToTake takes sheets of another blind folder, or with merged cells, on the person's word.
func (w *Wizard) askToTake(asked error, files []conduct.File) {
	w.host.Ask(host.Question{
		Title: w.t("wizard.start.take-ratings"), Text: w.host.Words().Error(asked), Yes: w.t("wizard.start.take-knowingly"), Careful: true,
		Then: func() { w.readRatings(files, conduct.RatingChoices{OtherFolder: true, FillMerged: true}) },
	})
}

// draw shows each sheet with who filled it in, how much was understood and what was not.
func (s *sheetsIn) draw() fyne.CanvasObject {
	w := s.wizard
	take := widgets.NewMainButton(w.t("wizard.start.take-ratings"), func() { s.take(false) })
	leave := widgets.NewButton(w.t("wizard.answers.leave"), func() {
		w.sheets = nil
		w.redraw()
	})
	rows := widgets.Column()
	for i := range s.list {
		rows.Add(s.card(&s.list[i]))
	}
	w.first = take
	w.offers = []fyne.CanvasObject{take, leave}
	return widgets.NewScroll(rows)
}

// card shows one sheet. Where it does not say who filled it in, the person does.
func (s *sheetsIn) card(p *conduct.SheetPreview) fyne.CanvasObject {
	w, words := s.wizard, s.wizard.host.Words()
	who := fyne.CanvasObject(widgets.Bold(p.Reviewer)) // the ID of the reviewer
	if p.Reviewer == "" {
		id := widgets.NewField()
		id.SetPlaceHolder(w.t("field.example", "text", "R01"))
		id.OnChanged = func(text string) { p.Reviewer = strings.TrimSpace(text) }
		who = widgets.Wide(8, id)
	}
	signal := widgets.SignalGo
	if len(p.Refused)+len(p.Questions) > 0 || p.Reviewer == "" {
		signal = widgets.SignalWait
	}
	counted := words.N("wizard.start.understood", p.Values())
	box := widgets.Column(widgets.Lit(signal, 2, widgets.Bold(w.t("report.column.rater")), who, widgets.Text(p.File.Name+": "+counted)))
	for _, c := range p.Cells {
		if c.State == sheets.CellUnderstood {
			box.Add(widgets.Text("– " + w.t("wizard.start.read-as", "row", c.Row, "code", string(c.Code), "column", p.Columns[c.Column], "written", c.Written, "taken", conduct.CellWord(words, c.Column, c.Taken))))
		}
	}
	for _, list := range [][]*study.Problem{p.Refused, p.Questions} {
		for _, one := range list {
			sentence, remedy := words.Problem(one)
			box.Add(widgets.Text("– " + sentence + " " + remedy))
			if one.ID == "ratings.encoding-unsure" {
				box.Add(widgets.Row(w.encodings(one, func(encoding string) { s.readIn(p.File.SHA256, encoding) })...))
			}
		}
	}
	return widgets.Card(box)
}

// readIn reads one of the sheets in an encoding, and the others as they were read.
func (s *sheetsIn) readIn(sha256, encoding string) {
	files := slices.Clone(s.files)
	for i, f := range files {
		if f.SHA256() == sha256 {
			files[i].Hint = &conduct.Hint{Encoding: encoding}
		}
	}
	s.wizard.readRatings(files, s.choices)
}

// take takes the sheets over. A reviewer who has one already is asked about.
func (s *sheetsIn) take(replace bool) {
	w := s.wizard
	for _, p := range s.list {
		if p.Reviewer == "" {
			w.host.Fault(&study.Problem{ID: "ratings.reviewer-missing", File: p.File.Name})
			return
		}
	}
	var there error
	var changes []conduct.CellChange
	w.start(host.Job{
		Title: w.t("step.ratings"),
		Work: func(ctx context.Context, _ job.Report) (err error) {
			if changes, err = w.conduct.SheetChanges(ctx, w.ref, s.list); err != nil {
				return err
			}
			_, err = w.conduct.ImportRatings(ctx, w.ref, s.list, replace)
			if !replace && study.HasProblem(err, "ratings.reviewer-exists") {
				there = err
				return nil
			}
			return err
		},
		After: func(end job.End) {
			switch {
			case there != nil:
				s.askToReplace(there, changes)
			case end == job.Done:
				w.sheets = nil
				w.again()
			}
		},
	})
}

// askToReplace replaces a sheet on the person's word, who sees what would change.
func (s *sheetsIn) askToReplace(there error, changes []conduct.CellChange) {
	w := s.wizard
	lines := []string{w.host.Words().Error(there), ""}
	if len(changes) == 0 {
		lines = append(lines, w.t("ratings.no-change"))
	}
	for _, c := range changes {
		lines = append(lines, c.Say(w.host.Words()))
	}
	w.host.Ask(host.Question{
		Title: w.t("wizard.start.replace"), Text: strings.Join(lines, "\n"), Yes: w.t("wizard.start.replace"), Careful: true,
		Then: func() { s.take(true) },
	})
}
