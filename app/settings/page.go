package settings

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/study"
)

// Conduct is what the settings need of the study's conduct.
type Conduct interface {
	Providers(ctx context.Context) ([]conduct.Provider, error)
	SaveProvider(ctx context.Context, p conduct.Provider) error
	RemoveProvider(ctx context.Context, name string) error
	SetKey(ctx context.Context, name, key string) (secrets.Place, error)
	RemoveKey(ctx context.Context, name string) error
	KeyShown(ctx context.Context, name string) (string, secrets.Place, error)
	TestProvider(ctx context.Context, name string, ask bool) error
	PriceLines(ctx context.Context) ([]ledger.Price, string, error)
	AddPrice(ctx context.Context, p ledger.Price) (ledger.Price, error)
	Requests(ctx context.Context, ref conduct.Ref, state ledger.State) ([]ledger.Entry, error)
	RetryRequest(ctx context.Context, id int64) error
	Home() folder.Home
	Backups() ([]conduct.Backup, error)
	BackupsFolder() string
	BackUp(ctx context.Context) (conduct.Backup, error)
	BackupsKept(ctx context.Context) (int, error)
	SetBackupsKept(ctx context.Context, n int) error
	Retention(ctx context.Context) (months int, err error)
	SetRetention(ctx context.Context, months int) error
	Overdue(ctx context.Context) ([]conduct.Overdue, error)
	StudyFolders(id string) ([]string, error)
	EraseStudy(ctx context.Context, id string) error
}

// Host is what the page needs of the window around it.
type Host interface {
	Words() *lang.Catalogue
	SetLanguage(l study.Language)
	OpenFolder(path string)
	Say(text string)
	Fault(err error)
	Start(j host.Job)
	Ask(q host.Question)
	SetPassphrase(text string) // of the file with the keys, until the window is closed
	PartTurned()               // the person turned to another part
	Copy(text string)          // onto the clipboard
	PickFolder(then func(path string))
	// Beside looks something up while the window goes on, and shows it unless another screen was shown in the meantime.
	Beside(look func(ctx context.Context) (show func(), err error))
	// Reopen closes the studies, changes what lies on disk, opens them again and shows the settings.
	Reopen(title string, change host.Work, after func(end job.End))
}

// parts are the parts of the page; their titles stand under "settings.part.<name>".
var parts = []string{"look", "ai", "prices", "data", "protection", "backups"}

// Page is the page of settings.
type Page struct {
	Root fyne.CanvasObject

	app     fyne.App
	host    Host
	conduct Conduct
	tabs    *widgets.Tabs
	chosen  string // provider whose form is shown; "" for none
	closing *widgets.Button
}

// bodyLines is how high the parts stay however large texts are, in heights of the text.
const bodyLines = 16

// New draws the page with one of its parts in front; "" for the first. back leads where the settings were opened from.
func New(app fyne.App, h Host, c Conduct, part string, back func()) *Page {
	p := &Page{app: app, host: h, conduct: c}
	p.closing = widgets.NewIconButton(p.t("help.close"), theme.NavigateBackIcon(), back)
	draw := map[string]func() fyne.CanvasObject{"look": p.lookPart, "ai": p.aiPart, "prices": p.pricesPart, "data": p.dataPart,
		"protection": p.protectionPart, "backups": p.backupsPart}
	tabs := make([]widgets.Tab, len(parts))
	for i, name := range parts {
		tabs[i] = widgets.Tab{Name: name, Title: p.t("settings.part." + name), Draw: draw[name]}
	}
	p.tabs = widgets.NewTabs(tabs, part)
	p.tabs.OnChosen = func(string) { h.PartTurned() }
	margin := theme.InnerPadding()
	head := widgets.Line(0, widgets.Heading(p.t("app.settings")), widgets.Flush(p.closing))
	p.Root = widgets.Inset(2*margin, margin, widgets.NewPage(widgets.Filled(1, head, widgets.Tall(bodyLines, p.tabs.Root))))
	return p
}

// Part is the name of the part in front.
func (p *Page) Part() string { return p.tabs.Chosen() }

// First is where the keyboard begins: the button of the part in front.
func (p *Page) First() fyne.Focusable { return p.tabs.First() }

// arrange gives what was looked up later the room it needs.
func (p *Page) arrange() { p.tabs.Root.Refresh() }

// said is a heading with the text below it.
func (p *Page) said(key string) fyne.CanvasObject {
	return widgets.Tight(widgets.Bold(p.t(key)), widgets.Text(p.t(key+".text")))
}

// t is a text in the window's language.
func (p *Page) t(key string, args ...any) string { return p.host.Words().T(key, args...) }

// lookPart is how the window looks and speaks.
func (p *Page) lookPart() fyne.CanvasObject {
	words := p.host.Words()
	look := container.New(layout.NewFormLayout(),
		widgets.Bold(words.T("settings.language")), LanguageChoice(p.host),
		widgets.Bold(words.T("settings.look")), LookChoice(p.app, words),
		widgets.Bold(words.T("settings.text-size")), sizeChoice(p.app, words),
	)
	return widgets.NewScroll(widgets.Column(widgets.Text(words.T("settings.about")), widgets.Narrow(40, look)))
}
