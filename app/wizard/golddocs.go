package wizard

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// goldWarnings are what readers said of expert documents.
type goldWarnings struct {
	of     string // checksums of the documents; "" before they were looked at
	byName map[string][]conduct.Warning
}

// goldView lists the expert documents beside the text of the one that is chosen.
type goldView struct {
	*Wizard
	docs   []study.GoldDocument
	list   *widget.List
	text   *widgets.TextView
	notes  *fyne.Container // what the reader said of the chosen one
	chosen int
}

// documents shows the expert documents. What readers said of them is looked up beside the window, once for the same files.
func (w *Wizard) documents() fyne.CanvasObject {
	v := &goldView{Wizard: w, docs: w.view.gold, text: widgets.NewTextView(""), notes: container.NewStack()}
	v.list = widget.NewList(func() int { return len(v.docs) }, func() fyne.CanvasObject { return widgets.NewLightRow() }, v.line)
	v.list.OnSelected = v.choose
	v.list.Select(0)
	v.lookUp()
	objects := []fyne.CanvasObject{v.notes, v.text}
	if w.view.test.State == study.Collecting {
		remove := widgets.NewDangerButton(w.t("wizard.gold.remove"), func() { w.askToRemoveGold(v.docs[v.chosen].Name) })
		objects = append(objects, widgets.Ends(widgets.Flow(), remove))
	}
	return widgets.Flush(widgets.Beside(0.34, v.list, widgets.Filled(1, objects...)))
}

// line shows one document: what there is to look at, name and size.
func (v *goldView) line(i widget.ListItemID, o fyne.CanvasObject) {
	d := v.docs[i]
	signal, text := widgets.SignalGo, v.size(d.Size)
	switch {
	case v.warned.of != sums(v.docs):
		signal = widgets.SignalOff
	case len(v.warned.byName[d.Name]) > 0:
		signal, text = widgets.SignalWait, text+" · "+v.t("wizard.gold.look")
	}
	o.(*widgets.LightRow).Set(signal, d.Name, text)
}

// choose shows the text of a document under what the reader said of it.
func (v *goldView) choose(i widget.ListItemID) {
	v.chosen = i
	v.text.SetText(v.docs[i].Text)
	v.notes.Objects = nil
	if said := v.warned.byName[v.docs[i].Name]; len(said) > 0 && v.warned.of == sums(v.docs) {
		lines := make([]string, len(said))
		for n, one := range said {
			lines[n] = v.warning(one)
		}
		v.notes.Objects = []fyne.CanvasObject{widgets.Note(widgets.SignalWait, strings.Join(lines, "\n"))}
	}
	v.notes.Refresh()
}

// warning is the sentence of a warning.
func (w *Wizard) warning(one conduct.Warning) string {
	var args []any
	for name, value := range one.Args {
		args = append(args, name, value)
	}
	return w.t("extract.warning."+one.Kind, args...)
}

// lookUp reads the documents again for what their readers say, unless these were read before.
func (v *goldView) lookUp() {
	of, ref := sums(v.docs), v.ref
	if v.warned.of == of {
		return
	}
	v.host.Beside(func(ctx context.Context) (func(), error) {
		found, err := v.conduct.GoldWarnings(ctx, ref)
		return func() {
			v.warned = goldWarnings{of, found}
			v.list.Refresh()
			v.choose(v.chosen)
			v.page.Refresh()
		}, err
	})
}

// sums are the checksums of documents, one after another.
func sums(docs []study.GoldDocument) string {
	var b strings.Builder
	for _, d := range docs {
		b.WriteString(d.Name + " " + d.SHA256 + "\n")
	}
	return b.String()
}

// reloadGold looks into the folder of the area again and says what it found.
func (w *Wizard) reloadGold() {
	var r conduct.ReloadedGold
	w.start(host.Job{
		Title: w.t("wizard.gold.reloading"), Quiet: true,
		Work: func(ctx context.Context, _ job.Report) (err error) {
			r, err = w.conduct.ReloadGold(ctx, w.ref)
			return err
		},
		After: func(end job.End) {
			w.again()
			if end == job.Done {
				w.host.Say(w.reloaded(r))
			}
		},
	})
}

// reloaded says what a look into the folder found.
func (w *Wizard) reloaded(r conduct.ReloadedGold) string {
	var said []string
	for _, one := range []struct {
		key   string
		names []string
	}{{"added", r.Added}, {"changed", r.Changed}, {"missing", r.Missing}} {
		if len(one.names) > 0 {
			said = append(said, w.t("wizard.gold.reloaded."+one.key, "names", strings.Join(one.names, ", ")))
		}
	}
	if len(said) == 0 {
		return w.t("wizard.gold.reloaded.same")
	}
	return strings.Join(said, " ")
}
