package wizard

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// blindingPage blinds the answers, shows each before and after, and writes the blind folder.
func (w *Wizard) blindingPage() fyne.CanvasObject {
	if usable(w.view.answers) < leastAnswers {
		return widgets.Column(widgets.Note(widgets.SignalInfo, w.t("wizard.needs-answers"),
			widgets.Row(widgets.NewMainButton(w.t("wizard.answers"), func() { w.Show("answers") }))))
	}
	if w.view.test.State != study.Collecting {
		return widgets.Filled(1, w.handedNote(), widgets.Tall(bodyLines, w.partsOfBlinding()))
	}
	if len(w.view.blinded) == 0 {
		blind := widgets.NewMainButton(w.t("wizard.blinding.blind"), w.blind)
		return widgets.Column(widgets.Bold(w.t("wizard.blinding.names")), widgets.Flush(w.namesField()), widgets.Row(blind),
			widgets.Note(widgets.SignalInfo, w.t("wizard.blinding.none-yet")))
	}
	return w.partsOfBlinding()
}

// namesPart asks again for the names that are always replaced.
func (w *Wizard) namesPart() fyne.CanvasObject {
	names := w.namesField()
	return widgets.Column(widgets.Bold(w.t("wizard.blinding.names")), widgets.Flush(names),
		widgets.Row(widgets.NewButton(w.t("wizard.blinding.blind-again"), w.blind)))
}

// namesField asks for the names that are always replaced.
func (w *Wizard) namesField() *widgets.Field {
	names := widgets.NewField()
	names.SetPlaceHolder(w.t("wizard.blinding.names.example"))
	if w.draft.Names == nil {
		known, err := w.conduct.Persons(w.ctx, w.study.ID)
		if err != nil {
			w.host.Fault(err)
		}
		text := strings.Join(known, ", ")
		w.draft.Names = &text
	}
	names.SetText(*w.draft.Names)
	names.OnChanged = func(text string) {
		w.draft.Names = &text
		w.typed()
	}
	names.OnSubmitted = func(string) { w.blind() }
	w.first = names
	return names
}

// blindOptions are the names as they are typed; those of the study where none were.
func (w *Wizard) blindOptions() conduct.BlindOptions {
	if w.draft.Names == nil {
		return conduct.BlindOptions{}
	}
	return conduct.BlindOptions{Names: splitNames(*w.draft.Names)}
}

// blind blinds the answers, beside the window.
func (w *Wizard) blind() {
	options := w.blindOptions()
	w.start(host.Job{
		Title: w.t("step.blind"),
		Work: func(ctx context.Context, report job.Report) error {
			return w.conduct.Blind(ctx, w.ref, options, report)
		},
		After: func(job.End) {
			w.code = ""
			w.again()
		},
	})
}

// handedNote says where the blind folder and the key are.
func (w *Wizard) handedNote() fyne.CanvasObject {
	h, err := w.conduct.Handed(w.ctx, w.ref)
	if err != nil {
		w.host.Fault(err)
		return widgets.Text("")
	}
	text := w.t("wizard.blinding.handed", "zip", h.Zip, "key", h.Key)
	if len(h.Copies) > 0 {
		names := make([]string, len(h.Copies))
		for i, one := range h.Copies {
			names[i] = filepath.Base(one.Zip)
		}
		text = w.t("wizard.blinding.handed-apart", "zips", strings.Join(names, ", "), "folder", filepath.Dir(h.Copies[0].Zip), "key", h.Key)
	}
	return widgets.Note(widgets.SignalGo, text,
		widgets.Row(widgets.NewButton(w.t("wizard.open-folder"), w.openFolder)))
}

// handOut writes the blind folder. Doubtful places that nobody decided about are named first; what the leak audit finds is
// shown, and may be accepted with a reason.
func (w *Wizard) handOut() {
	if !w.addForgotten() {
		return
	}
	w.startKnowing(w.t("step.hand-out"), func() { w.handOutKnowing("") })
}

// handOutKnowing writes the blind folder when the person knows what is doubtful.
func (w *Wizard) handOutKnowing(accept string) {
	var found error
	w.start(host.Job{
		Title: w.t("step.hand-out"), Quiet: true,
		Work: func(ctx context.Context, report job.Report) error {
			_, err := w.handOutAs(ctx, accept, report)
			if err != nil && accept == "" && isLeak(err) {
				found = err
				return nil
			}
			return err
		},
		After: func(end job.End) {
			w.again()
			switch {
			case found != nil:
				w.askToAccept(found)
			case end == job.Done:
				w.host.Say(w.t("wizard.blinding.written"))
			}
		},
	})
}

// startKnowing looks for doubtful places that nobody decided about and names them before something goes on after which
// nothing can be replaced any more. Where there are none it goes on at once.
func (w *Wizard) startKnowing(title string, then func()) {
	var r conduct.Review
	w.host.Start(host.Job{
		Title: w.t("wizard.review.job-list"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			r, err = w.conduct.Review(ctx, w.ref)
			return err
		},
		After: func(end job.End) {
			switch {
			case end != job.Done:
			case len(r.Doubts) == 0:
				then()
			default:
				w.host.Ask(host.Question{
					Title: title, Yes: w.t("wizard.blinding.doubts.go-on"), Careful: true, Then: then,
					Text: w.host.Words().N("wizard.blinding.doubts", len(r.Doubts), "where", w.whereDoubtful(r.Doubts)) + "\n\n" + w.t("wizard.blinding.doubts.about"),
					Or:   w.t("wizard.blinding.doubts.look"), OrThen: func() { w.showPart("review") },
				})
			}
		},
	})
}

// whereDoubtful counts doubtful places by the answers in which they stand, in blind order.
func (w *Wizard) whereDoubtful(list []conduct.Doubt) string {
	var codes []study.Code
	counts := make(map[study.Code]int)
	for _, d := range list {
		if counts[d.Code] == 0 {
			codes = append(codes, d.Code)
		}
		counts[d.Code]++
	}
	parts := make([]string, len(codes))
	for i, code := range codes {
		where := string(code)
		if code == "" {
			where = w.t("cli.review.beside")
		}
		parts[i] = w.t("wizard.blinding.doubts.in", "where", where, "n", counts[code])
	}
	return strings.Join(parts, ", ")
}

// isLeak tells whether the leak audit stopped the hand-out.
func isLeak(err error) bool {
	return slices.ContainsFunc(study.Problems(err), func(p *study.Problem) bool { return strings.HasPrefix(p.ID, "handout.leak-") })
}

// askToAccept shows what the leak audit found and hands out only on the person's word.
func (w *Wizard) askToAccept(found error) {
	parts := []string{w.t("wizard.blinding.leaks")}
	for _, g := range leaksOf(w.host.Words(), study.Problems(found)) {
		lines := make([]string, len(g.leaks))
		for i, one := range g.leaks {
			lines[i] = "• " + one.sentence + " " + w.host.Words().N("wizard.leaks.files", len(one.files), "files", namesIn(one.files))
		}
		parts = append(parts, strings.Join(lines, "\n"), g.remedy)
	}
	w.host.Ask(host.Question{
		Title: w.t("step.audit"), Text: strings.Join(parts, "\n\n"),
		Yes: w.t("wizard.blinding.accept"), Reason: w.t("wizard.blinding.why"), Because: w.handOutKnowing,
	})
}

// openFolder opens the folder of the test.
func (w *Wizard) openFolder() {
	dir, err := w.conduct.TestFolder(w.ref)
	if err != nil {
		w.host.Fault(err)
		return
	}
	w.host.OpenFolder(dir)
}

// beforeAfter shows one answer at a time as it came and as raters get it.
func (w *Wizard) beforeAfter() fyne.CanvasObject {
	blinded := w.view.blinded
	before, after := widgets.NewTextView(""), widgets.NewTextView("")
	what := widgets.Small("")
	codes := make([]string, len(blinded))
	for i, b := range blinded {
		codes[i] = string(b.Code)
	}
	show := func(code string) {
		i := max(0, slices.Index(codes, code))
		w.code = codes[i]
		before.SetText(blinded[i].Before)
		after.SetText(blinded[i].After)
		what.SetText(w.done(blinded[i]))
	}
	choose := widgets.NewChoice(codes, codes)
	choose.Choose(codes[max(0, slices.Index(codes, w.code))])
	show(w.code)
	choose.OnChanged = show
	top := widgets.Line(2, widgets.Bold(w.t("wizard.blinding.answer")), widgets.Wide(6, choose), what)
	return widgets.Filled(1, top, widgets.Beside(0.5,
		widgets.Filled(1, widgets.Bold(w.t("wizard.blinding.before")), widgets.Flush(before)),
		widgets.Filled(1, widgets.Bold(w.t("wizard.blinding.after")), widgets.Flush(after))))
}

// done says in words what blinding did to an answer.
func (w *Wizard) done(b conduct.BlindedText) string {
	var rules []string
	for _, r := range b.Rules {
		family := strings.ToLower(r[:min(len(r), 1)])
		word := w.t("report.rule.other")
		if key := "report.rule." + family; w.host.Words().Has(key) {
			word = w.t("report.rule." + family)
		}
		if !slices.Contains(rules, word) {
			rules = append(rules, word)
		}
	}
	text := w.host.Words().N("wizard.blinding.replaced", b.Replaced)
	if len(rules) > 0 {
		text = w.t("wizard.blinding.removed", "what", strings.Join(rules, "; ")) + " " + text
	}
	return text
}
