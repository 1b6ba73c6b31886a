package app

import (
	"context"
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/assets/graphics"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// cardsAtOnce is how many studies are shown before a person asks for more: all that are worked on, and no more than
// the window lays out at once.
const cardsAtOnce = 20

// homeSearch is from how many studies on the start page can be searched.
const homeSearch = 8

// home is the start page: the studies with what is waiting for whom.
type home struct {
	shell   *Shell
	studies []study.Study // newest first
	words   string        // that are looked for; "" shows all
	most    int           // how many are shown
	cards   *fyne.Container
	scroll  *widgets.Scroll
}

// ShowHome shows the studies, and offers the sample study where it is not there yet.
func (s *Shell) ShowHome() {
	s.wizard, s.result = nil, conduct.Ref{}
	studies, err := s.conduct.Studies(s.ctx)
	if err != nil {
		s.Fault(err)
	}
	h := &home{shell: s, most: cardsAtOnce, cards: widgets.Column()}
	for i := len(studies) - 1; i >= 0; i-- {
		h.studies = append(h.studies, studies[i])
	}
	create := widgets.NewIconButton(s.words.T("home.new"), theme.ContentAddIcon(), s.ShowNewStudy)
	sample := widgets.NewIconButton(s.words.T("home.sample"), theme.DocumentIcon(), s.OpenSample)
	archive := widgets.NewIconButton(s.words.T("archive.title"), theme.StorageIcon(), s.ShowArchive)
	body := widgets.Column(widgets.Heading(s.words.T("home.title")), widgets.Text(s.words.T("home.about")))
	var first fyne.Focusable = create
	switch {
	case len(studies) == 0:
		first, sample.Importance = sample, widget.HighImportance
		body.Add(widgets.Note(widgets.SignalInfo, s.words.T("home.none"), widgets.Row(sample, create)))
		body.Add(emptyPicture())
	default:
		create.Importance = widget.HighImportance
		row := []fyne.CanvasObject{create, archive}
		if !s.sampleThere(studies) {
			row = append(row, sample)
		}
		body.Add(widgets.Row(row...))
		if len(studies) >= homeSearch {
			body.Add(widgets.Flush(widgets.Narrow(30, h.searchField())))
		}
		body.Add(h.cards)
	}
	margin := theme.InnerPadding()
	h.scroll = widgets.NewScroll(widgets.Inset(2*margin, margin, body))
	s.set(h.scroll, "", s.ShowHome)
	s.screenName = homePlace
	h.draw()
	s.Focus(first)
}

// emptyPicture is what stands on the start page as long as nothing else does.
func emptyPicture() fyne.CanvasObject {
	svg, err := graphics.Files.ReadFile("home.svg")
	if err != nil {
		svg = nil
	}
	const width, height = 240, 144
	return widgets.Inset(0, 3*theme.InnerPadding(), container.NewCenter(widgets.NewDrawing("home", svg, fyne.NewSize(width, height))))
}

// searchField looks for studies by name, lead or institution.
func (h *home) searchField() fyne.CanvasObject {
	e := widgets.NewField()
	e.SetPlaceHolder(h.shell.words.T("home.search"))
	e.OnChanged = func(text string) {
		h.words, h.most = text, cardsAtOnce
		h.draw()
	}
	return e
}

// found lists the studies that fit the words that are looked for.
func (h *home) found() []study.Study {
	var list []study.Study
	for _, one := range h.studies {
		text := strings.ToLower(strings.Join([]string{one.ID, one.Name, one.Lead, one.Institution}, " "))
		if strings.Contains(text, strings.ToLower(strings.TrimSpace(h.words))) {
			list = append(list, one)
		}
	}
	return list
}

// draw shows the cards, and looks up beside the window how each study stands.
func (h *home) draw() {
	s, found := h.shell, h.found()
	shown := found[:min(len(found), h.most)]
	h.cards.Objects = nil
	rooms := make([]*fyne.Container, len(shown))
	for i, one := range shown {
		rooms[i] = widgets.Column(widgets.Text(s.words.T("home.looking")))
		h.cards.Add(s.studyCard(one, rooms[i]))
	}
	switch more := len(found) - len(shown); {
	case more > 0:
		h.cards.Add(widgets.Row(widgets.NewButton(s.words.N("home.more", more), func() {
			h.most += cardsAtOnce
			h.draw()
		})))
	case len(found) == 0:
		h.cards.Add(widgets.Text(s.words.T("home.none-found")))
	}
	h.scroll.Follow()
	s.relayout()
	l := lookout{s.conduct, s.words}
	s.beside(func(ctx context.Context) (func(), error) {
		lines := make([][]standing, len(shown))
		for i, one := range shown {
			var err error
			if lines[i], err = l.standings(ctx, one.ID); err != nil {
				return nil, fmt.Errorf("looking how %s stands: %w", one.ID, err)
			}
		}
		return func() { fillRooms(rooms, lines); s.relayout() }, nil
	})
}

// fillRooms puts the lines into the cards.
func fillRooms(rooms []*fyne.Container, lines [][]standing) {
	for i, room := range rooms {
		room.Objects = nil
		for _, line := range lines[i] {
			room.Add(widgets.Lit(line.signal, 0, widgets.Text(line.text)))
		}
	}
}

// sampleThere tells whether the sample study is among the studies.
func (s *Shell) sampleThere(studies []study.Study) bool {
	for _, one := range studies {
		if s.conduct.IsSampleStudy(one.ID) {
			return true
		}
	}
	return false
}

// studyCard shows a study with room for how it stands.
func (s *Shell) studyCard(one study.Study, state fyne.CanvasObject) fyne.CanvasObject {
	who := strings.Join(filled(one.Lead, one.Institution, one.Created.Format("2006-01-02")), " · ")
	open := widgets.NewButton(s.words.T("home.open"), func() { s.OpenStudy(one.ID) })
	remove := widgets.NewQuietButton(s.words.T("home.delete"), theme.DeleteIcon(), func() { s.askToDelete(one) })
	texts := widgets.Column(widgets.Tight(widgets.Strong(one.Name), widgets.Small(who)), state)
	return widgets.NewOpeningCard(one.Name, widgets.Line(0, texts, widgets.Flush(container.NewHBox(open, remove))), func() { s.OpenStudy(one.ID) })
}

// filled leaves out what is empty.
func filled(texts ...string) []string {
	var list []string
	for _, t := range texts {
		if t != "" {
			list = append(list, t)
		}
	}
	return list
}

// askToDelete removes a study on the person's word, with its folders or without.
func (s *Shell) askToDelete(one study.Study) {
	remove := func(do func(ctx context.Context, id string) error) func() {
		return func() {
			s.Start(host.Job{Title: s.words.T("home.delete"),
				Work:  func(ctx context.Context, _ job.Report) error { return do(ctx, one.ID) },
				After: func(job.End) { s.ShowHome() },
			})
		}
	}
	folders, err := s.conduct.StudyFolders(one.ID)
	if err != nil {
		s.Fault(err)
		return
	}
	s.Ask(host.Question{
		Title: s.words.T("home.delete"), Text: s.words.T("home.delete.question", "name", one.Name, "folders", strings.Join(folders, "\n")),
		Yes: s.words.T("home.delete.all"), Then: remove(s.conduct.EraseStudy),
		Or: s.words.T("home.delete.keep"), OrThen: remove(s.conduct.DeleteStudy), Careful: true,
	})
}

// OpenSample makes the sample study and opens it.
func (s *Shell) OpenSample() {
	var ref conduct.Ref
	var refused []*study.Problem
	s.Start(host.Job{
		Title: s.words.T("home.sample"), Quiet: true,
		Work: func(ctx context.Context, report job.Report) (err error) {
			ref, refused, err = s.conduct.OpenSample(ctx, report)
			return err
		},
		After: func(end job.End) {
			if end != job.Done {
				return
			}
			s.OpenStudy(ref.Study)
			if len(refused) > 0 {
				s.message.notice(study.JoinProblems(refused))
			}
		},
	})
}
