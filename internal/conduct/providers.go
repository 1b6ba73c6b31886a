package conduct

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// Provider is a configured provider of models; its key stands elsewhere, under its name.
type Provider = sqlite.Provider

// keysName is the file that holds the keys where the system has no keyring.
const keysName = "keys.age"

// keyStore is where the keys of providers are kept: the keyring, else a locked file beside the database.
func keyStore(cfg Config) *secrets.Store {
	o := secrets.Options{Path: filepath.Join(cfg.Home.Data, keysName), Passphrase: cfg.Passphrase, Write: folder.WriteFile}
	if cfg.Keyring != nil {
		o.Keyring = cfg.Keyring("IUCOM Studien " + cfg.Home.Data)
	}
	return secrets.New(o)
}

// providerName is what a provider may be called: it stands in ledger entries, tables and commands.
var providerName = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$`)

// Providers lists the configured providers by name.
func (c *Conduct) Providers(ctx context.Context) ([]Provider, error) { return c.db.Providers(ctx) }

// Provider gives a configured provider. Problem: provider.not-found.
func (c *Conduct) Provider(ctx context.Context, name string) (Provider, error) {
	return c.db.Provider(ctx, name)
}

// SaveProvider adds a provider, or changes the one of that name. Its address is checked, nothing is sent.
//
// Problems: provider.bad-name (Args: name), provider.no-model, provider.bad-limits, and those of llm.New: unknown kind,
// an address that can't be read, a host that the person has to confirm.
func (c *Conduct) SaveProvider(ctx context.Context, p Provider) error {
	p.Name, p.Model, p.BaseURL = strings.TrimSpace(p.Name), strings.TrimSpace(p.Model), strings.TrimSpace(p.BaseURL)
	switch limit, _ := p.Cap.Get(); {
	case !providerName.MatchString(p.Name):
		return &study.Problem{ID: "provider.bad-name", Args: map[string]any{"name": p.Name}}
	case p.Model == "":
		return &study.Problem{ID: "provider.no-model"}
	case p.Limits.Parallel < 0 || p.Limits.PerMinute < 0 || p.Limits.Timeout < 0 || p.Settings.MaxTokens < 0 || limit.Micros < 0:
		return &study.Problem{ID: "provider.bad-limits"}
	}
	if _, err := c.silent(p); err != nil {
		return err
	}
	return c.db.SaveProvider(ctx, p)
}

// silent makes a client that knows its provider and asks nothing: it has no key.
func (c *Conduct) silent(p Provider) (*llm.Client, error) {
	client, err := c.client(p, "")
	if study.HasProblem(err, "llm.key-needed") {
		return c.client(p, "none")
	}
	return client, err
}

// RemoveProvider removes a provider and its key. What the ledger has of it stays. Problem: provider.not-found.
func (c *Conduct) RemoveProvider(ctx context.Context, name string) error {
	if _, err := c.db.Provider(ctx, name); err != nil {
		return err
	}
	if err := c.keys.Delete(name); err != nil {
		return err
	}
	return c.db.DeleteProvider(ctx, name)
}

// SetKey keeps the key of a provider and says where. Problems: provider.not-found and those of secrets.
func (c *Conduct) SetKey(ctx context.Context, name, key string) (secrets.Place, error) {
	if _, err := c.db.Provider(ctx, name); err != nil {
		return secrets.Nowhere, err
	}
	return c.keys.Set(name, key)
}

// RemoveKey forgets the key of a provider.
func (c *Conduct) RemoveKey(ctx context.Context, name string) error {
	if _, err := c.db.Provider(ctx, name); err != nil {
		return err
	}
	return c.keys.Delete(name)
}

// KeyShown is how the key of a provider is shown, its last four characters, and where it stands.
func (c *Conduct) KeyShown(ctx context.Context, name string) (string, secrets.Place, error) {
	if _, err := c.db.Provider(ctx, name); err != nil {
		return "", secrets.Nowhere, err
	}
	key, place, err := c.keys.Get(name)
	if err != nil || place == secrets.Nowhere {
		return "", place, err
	}
	return secrets.Tail(key), place, nil
}

// TestProvider tells whether a provider can be reached with its key, by the cheapest call: a list of models, which costs
// nothing. With ask the configured model is asked for a word, too, which alone shows credit and access, and may cost a
// fraction of a cent.
func (c *Conduct) TestProvider(ctx context.Context, name string, ask bool) error {
	p, client, err := c.connected(ctx, name)
	if err != nil {
		return err
	}
	model := ""
	if ask {
		model = p.Model
	}
	return client.TestKey(ctx, model)
}

// connected gives a provider with its client.
func (c *Conduct) connected(ctx context.Context, name string) (Provider, *llm.Client, error) {
	p, err := c.db.Provider(ctx, name)
	if err != nil {
		return p, nil, err
	}
	key, _, err := c.keys.Get(name)
	if err != nil {
		return p, nil, err
	}
	client, err := c.client(p, key)
	return p, client, err
}

// client makes the client of a provider.
func (c *Conduct) client(p Provider, key string) (*llm.Client, error) {
	cfg := llm.Config{Kind: llm.Kind(p.Kind), Name: p.Name, BaseURL: p.BaseURL, Key: key, Confirmed: p.Confirmed,
		Timeout: time.Duration(p.Limits.Timeout) * time.Second, Transport: c.network, Now: c.now}
	if cfg.Kind == llm.KindReplay {
		cfg.Replay, cfg.BaseURL = os.DirFS(p.BaseURL), ""
	}
	return llm.New(cfg)
}

// PriceLines lists the lines of the price list, the person's own first, and the day on which the program's was made.
func (c *Conduct) PriceLines(ctx context.Context) ([]ledger.Price, string, error) {
	prices, err := c.prices(ctx)
	if err != nil {
		return nil, "", err
	}
	return prices.Lines(), prices.Made(), nil
}

// AddPrice keeps a line of the person's own, from today on where it names no day, and gives it back with its ID. An
// earlier own line for the same model ends the day before, so that old costs stay right.
//
// Problem: price.incomplete, where model, currency or source is missing.
func (c *Conduct) AddPrice(ctx context.Context, p ledger.Price) (ledger.Price, error) {
	p.Model, p.Currency, p.Source = strings.TrimSpace(p.Model), strings.ToUpper(strings.TrimSpace(p.Currency)), strings.TrimSpace(p.Source)
	today := c.now().Format(time.DateOnly)
	if p.From == "" {
		p.From = today
	}
	from, err := time.Parse(time.DateOnly, p.From)
	if err != nil || p.Model == "" || len(p.Currency) != 3 || p.Source == "" {
		return p, &study.Problem{ID: "price.incomplete"}
	}
	p.ID, p.Seen = "own:"+p.Provider+"/"+p.Model+"@"+p.From+"/"+c.now().Format("2006-01-02T15:04:05.000000000"), today
	own, err := c.db.Prices(ctx)
	if err != nil {
		return p, err
	}
	same := func(l ledger.Price) bool { return l.Provider == p.Provider && l.Model == p.Model && l.On(p.From) }
	for _, l := range slices.DeleteFunc(own, func(l ledger.Price) bool { return !same(l) }) {
		if err := c.db.EndPrice(ctx, l.ID, from.AddDate(0, 0, -1).Format(time.DateOnly)); err != nil {
			return p, err
		}
	}
	return p, c.db.AddPrice(ctx, p)
}

// prices is the price list with the person's own lines.
func (c *Conduct) prices(ctx context.Context) (*llm.Prices, error) {
	own, err := c.db.Prices(ctx)
	if err != nil {
		return nil, err
	}
	return llm.LoadPrices(own)
}
