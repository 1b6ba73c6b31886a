package settings

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"iucomstudien/app/host"
	"iucomstudien/app/widgets"
	"iucomstudien/internal/conduct"
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
}

// Host is what the page needs of the window around it.
type Host interface {
	Words() *lang.Catalogue
	SetLanguage(l study.Language)
	Home() (documents, database string)
	OpenFolder(path string)
	Say(text string)
	Fault(err error)
	Start(j host.Job)
	Ask(q host.Question)
	SetPassphrase(text string) // of the file with the keys, until the window is closed
}

// parts are the parts of the page; their titles stand under "settings.part.<name>".
var parts = []string{"look", "ai", "prices", "data"}

// Page is the page of settings.
type Page struct {
	Root fyne.CanvasObject

	app     fyne.App
	host    Host
	conduct Conduct
	tabs    *widgets.Tabs
	chosen  string // provider whose form is shown; "" for none
}

// New draws the page with one of its parts in front; "" for the first.
func New(app fyne.App, h Host, c Conduct, part string) *Page {
	p := &Page{app: app, host: h, conduct: c}
	draw := map[string]func() fyne.CanvasObject{"look": p.lookPart, "ai": p.aiPart, "prices": p.pricesPart, "data": p.dataPart}
	tabs := make([]widgets.Tab, len(parts))
	for i, name := range parts {
		tabs[i] = widgets.Tab{Name: name, Title: p.t("settings.part." + name), Draw: draw[name]}
	}
	p.tabs = widgets.NewTabs(tabs, part)
	margin := theme.InnerPadding()
	p.Root = widgets.Inset(2*margin, margin, widgets.Filled(1, widgets.Heading(p.t("app.settings")), p.tabs.Root))
	return p
}

// Part is the name of the part in front.
func (p *Page) Part() string { return p.tabs.Chosen() }

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

// dataPart says where everything is kept, for how long, and how it is deleted.
func (p *Page) dataPart() fyne.CanvasObject {
	documents, database := p.host.Home()
	open := widgets.NewIconButton(p.t("wizard.open-folder"), theme.FolderOpenIcon(), func() { p.host.OpenFolder(documents) })
	column := widgets.Column(
		widgets.Tight(widgets.Bold(p.t("settings.documents")), widgets.Text(documents)),
		widgets.Tight(widgets.Bold(p.t("settings.database")), widgets.Text(database)), widgets.Row(open),
		widget.NewSeparator())
	for _, key := range []string{"settings.data.network", "settings.data.keys", "settings.data.deletion", "settings.data.retention", "settings.data.backups", "settings.data.official"} {
		column.Add(widgets.Tight(widgets.Bold(p.t(key)), widgets.Text(p.t(key+".text"))))
	}
	column.Add(widget.NewSeparator())
	column.Add(widgets.Small(p.t("app.about", "program", conduct.Program)))
	return widgets.NewScroll(column)
}
