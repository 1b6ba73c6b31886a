package wizard

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// leaksPart shows what the leak audit finds in the blind folder, and what style still gives away.
func (w *Wizard) leaksPart() fyne.CanvasObject {
	return w.looked("step.audit", func(ctx context.Context) (func() fyne.CanvasObject, error) {
		a, err := w.conduct.Audit(ctx, w.ref)
		return func() fyne.CanvasObject { return widgets.NewScroll(w.auditShown(a)) }, err
	})
}

// auditShown says findings first, then the meter, then the answers that stand out.
func (w *Wizard) auditShown(a conduct.Audit) *fyne.Container {
	column := widgets.Column()
	if len(a.Findings) == 0 {
		column.Add(widgets.Note(widgets.SignalGo, w.t("audit.nothing")))
	} else {
		column.Add(widgets.Note(widgets.SignalWait, w.t("wizard.leaks.found"), widgets.Row(
			widgets.NewButton(w.t("wizard.leaks.to-review"), func() { w.showPart("review") }),
			widgets.NewButton(w.t("wizard.answers"), func() { w.Show("answers") }))))
	}
	for _, g := range leaksOf(w.host.Words(), a.Findings) {
		column.Add(w.leaksShown(g))
	}
	column.Add(widgets.Subheading(w.t("wizard.leaks.meter")))
	column.Add(w.meter(a))
	if len(a.Oddities) > 0 {
		column.Add(widgets.Subheading(w.t("audit.oddities")))
		column.Add(w.oddities(a))
	}
	return column
}

// leaksShown lists what is mended alike, each thing with the files in which it stands, and below it how it is mended.
func (w *Wizard) leaksShown(g mendedAlike) fyne.CanvasObject {
	column := widgets.Column()
	for _, one := range g.leaks {
		files := w.host.Words().N("wizard.leaks.files", len(one.files), "files", namesIn(one.files))
		column.Add(widgets.Lit(widgets.SignalWait, 0, widgets.Tight(widgets.Strong(one.sentence), widgets.Small(files))))
	}
	column.Add(widgets.Lit(widgets.SignalInfo, 0, widgets.Text(g.remedy)))
	return widgets.Card(column)
}

// Bounds of the area under the curve: chance, and certainty.
const (
	areaOfChance = 0.5
	areaOfSure   = 1.0
)

// meter shows how well outward features alone would tell people from machines: a sentence, a scale from chance to
// certainty, and the features that weigh most.
func (w *Wizard) meter(a conduct.Audit) fyne.CanvasObject {
	words := w.host.Words()
	value, ok := a.Leak.Area.Value()
	if !ok {
		return widgets.Text(w.t("audit.too-few", "people", a.Leak.People, "machines", a.Leak.Machines))
	}
	low, high := value, value
	if i := a.Leak.Area.Interval; i != nil {
		low, high = i.Low, i.High
	}
	key := "audit.calm"
	if a.Leak.Alarming() {
		key = "audit.alarming"
	}
	text := w.t("audit.area", "area", words.Number(value, 2), "low", words.Number(low, 2), "high", words.Number(high, 2)) + " " + w.t(key)
	scale := widgets.NewScale(areaOfChance, areaOfSure, value, low, high, w.t("wizard.leaks.chance"), w.t("wizard.leaks.sure"))
	column := widgets.Column(widgets.Text(text), widgets.Flush(scale))
	for _, x := range a.Leak.Heaviest {
		column.Add(widgets.Line(1, widgets.Wide(6, widgets.Bold(words.Number(x.Weight, 2))), widgets.Text(w.t("telltale.feature."+x.Feature))))
	}
	return column
}

// oddityColumns are the shares of code, feature and what is odd about it.
var oddityColumns = []float32{1, 4, 5}

// oddities lists what stands out, answer by answer.
func (w *Wizard) oddities(a conduct.Audit) fyne.CanvasObject {
	grid := widgets.Grid(oddityColumns)
	words := w.host.Words()
	for _, o := range a.Oddities {
		for i, one := range o.List {
			key := "audit.more"
			if one.Off < 0 {
				key = "audit.less"
			}
			code := ""
			if i == 0 {
				code = string(o.Code)
			}
			grid.Add(widgets.Strong(code))
			grid.Add(widgets.Text(w.t("telltale.feature." + one.Feature)))
			grid.Add(widgets.Text(w.t(key, "value", words.Number(one.Value, 2), "middle", words.Number(one.Middle, 2))))
		}
	}
	return grid
}

// blindParts are the parts of the page of blinding once answers are blinded.
var blindParts = []string{"compare", "review", "leaks", "names", "align", "handing"}

// partsOfBlinding shows before and after, the replacements, and the leak audit, one at a time.
func (w *Wizard) partsOfBlinding() fyne.CanvasObject {
	draw := map[string]func() fyne.CanvasObject{"compare": w.beforeAfter, "review": w.reviewPart, "leaks": w.leaksPart,
		"names": w.namesPart, "align": w.alignPart, "handing": w.handingPart}
	parts := blindParts
	if w.view.test.State != study.Collecting {
		parts = blindParts[:3] // what follows would change what is fixed
	}
	var tabs []widgets.Tab
	for _, name := range parts {
		tabs = append(tabs, widgets.Tab{Name: name, Title: w.t("wizard.blinding.part." + name), Draw: draw[name]})
	}
	if !slices.Contains(parts, w.draft.Part) {
		w.draft.Part = blindParts[0]
	}
	shown := widgets.NewTabs(tabs, w.draft.Part)
	shown.OnChosen = func(name string) {
		w.draft.Part = name
		w.host.PartTurned()
	}
	if w.first == nil {
		w.first = shown.First()
	}
	return shown.Root
}
