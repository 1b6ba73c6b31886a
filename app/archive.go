package app

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

// mostHits is how many cases a search of the archive shows.
const mostHits = 200

// archive is the screen with the cases kept so far, what the Reporter found for them, and a search through all of it.
// What was looked for and chosen is there again when the screen is.
type archive struct {
	shell  *Shell
	words  string // that were looked for last; "" shows all cases
	chosen string // ID of the case that is shown; "" for the first
	hits   []conduct.ArchiveHit
	room   *fyne.Container // hits and chosen case
	detail *fyne.Container
	field  *widgets.Field
}

// ShowArchive shows the archive of cases.
func (s *Shell) ShowArchive() {
	s.wizard, s.result = nil, conduct.Ref{}
	if s.archive == nil {
		s.archive = &archive{shell: s}
	}
	a := s.archive
	a.room = container.NewStack()
	a.field = widgets.NewField()
	a.field.SetText(a.words)
	a.field.SetPlaceHolder(s.words.T("archive.search.example"))
	a.field.OnSubmitted = func(string) { a.search() }
	search := widgets.NewIconButton(s.words.T("archive.search"), theme.SearchIcon(), a.search)
	search.Importance = widget.HighImportance
	all := widgets.NewButton(s.words.T("archive.all"), func() {
		a.field.SetText("")
		a.search()
	})
	margin := theme.InnerPadding()
	s.set(widgets.Inset(2*margin, margin, widgets.Filled(3, widgets.Heading(s.words.T("archive.title")),
		widgets.Text(s.words.T("archive.about")), widgets.Flush(widgets.Line(0, a.field, search, all)), a.room)), "", s.ShowArchive)
	s.screenName = archivePlace
	a.search()
	s.Focus(a.field)
}

// search looks the words up beside the window.
func (a *archive) search() {
	a.words = strings.TrimSpace(a.field.Text)
	s, words, screen := a.shell, a.words, a.room
	screen.Objects = []fyne.CanvasObject{widgets.Column(widgets.Text(s.words.T("wizard.looking")))}
	screen.Refresh()
	s.beside(func(ctx context.Context) (func(), error) {
		hits, err := findCases(ctx, s.conduct, words)
		if err != nil {
			return nil, err
		}
		studies, err := s.conduct.Studies(ctx)
		return func() {
			if a.words == words { // else something else is looked for by now
				a.show(hits, studies)
			}
		}, err
	})
}

// findCases gives the cases that fit, or all of them, the newest first, where no words are given.
func findCases(ctx context.Context, c *conduct.Conduct, words string) ([]conduct.ArchiveHit, error) {
	if words != "" {
		return c.SearchArchive(ctx, words, mostHits)
	}
	entries, err := c.Archive(ctx, "")
	var hits []conduct.ArchiveHit
	for _, e := range entries {
		hits = append(hits, conduct.ArchiveHit{Entry: e})
	}
	return hits, err
}

// show draws what was found.
func (a *archive) show(hits []conduct.ArchiveHit, studies []study.Study) {
	s := a.shell
	a.hits = hits
	var shown fyne.CanvasObject
	switch {
	case len(hits) == 0 && a.words == "":
		shown = widgets.Column(widgets.Note(widgets.SignalInfo, s.words.T("archive.none")))
	case len(hits) == 0:
		shown = widgets.Column(widgets.Note(widgets.SignalInfo, s.words.T("archive.no-hit", "words", a.words)))
	default:
		shown = a.drawHits(studies)
	}
	a.room.Objects = []fyne.CanvasObject{shown}
	a.room.Refresh()
	s.relayout()
}

// hitsShare is the share of the width that the list of hits has.
const hitsShare = 0.36

// drawHits shows the list beside the chosen case.
func (a *archive) drawHits(studies []study.Study) fyne.CanvasObject {
	s := a.shell
	a.detail = container.NewStack()
	list := widgets.NewList(func() int { return len(a.hits) },
		func() fyne.CanvasObject {
			title, about := widgets.Cut(""), widgets.Cut("")
			title.TextStyle.Bold = true
			about.SizeName, about.Importance = theme.SizeNameCaptionText, widget.LowImportance
			return widgets.Tight(title, about)
		},
		func(i widget.ListItemID, o fyne.CanvasObject) {
			labels := o.(*fyne.Container).Objects
			labels[0].(*widget.Label).SetText(a.hits[i].Entry.Case.Title)
			labels[1].(*widget.Label).SetText(a.aboutHit(a.hits[i]))
		})
	list.OnSelected = func(i widget.ListItemID) {
		a.chosen = a.hits[i].Entry.Case.ID
		a.detail.Objects = []fyne.CanvasObject{a.drawCase(a.hits[i].Entry, studies)}
		a.detail.Refresh()
	}
	list.Select(a.place())
	count := widgets.Small(s.words.N("archive.count", len(a.hits)))
	return widgets.Beside(hitsShare, widgets.Filled(1, count, widgets.Flush(list)), a.detail)
}

// place is where the chosen case stands among the hits, 0 when it does not.
func (a *archive) place() int {
	for i, h := range a.hits {
		if h.Entry.Case.ID == a.chosen {
			return i
		}
	}
	return 0
}

// aboutHit is the place that fits the words best, or what the case is about, on one line.
func (a *archive) aboutHit(h conduct.ArchiveHit) string {
	text := h.Passage
	if text == "" {
		text = h.Entry.Case.Facts
	}
	const letters = 90
	short := []rune(strings.Join(strings.Fields(text), " "))
	return strings.Join(filled(h.Entry.Case.Area, string(short[:min(len(short), letters)])), " · ")
}
