package sqlite

import (
	"context"
	"database/sql"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// Provider is a configured provider of models. It has no key: that is kept elsewhere, under the name.
type Provider struct {
	Name      string                    // by which persons and ledger entries call it
	Kind      string                    // which interface it speaks
	BaseURL   string                    // "" for the provider's own
	Confirmed bool                      // a person agreed that texts go to the host of BaseURL
	Model     string                    // asked where nothing else is said
	Settings  ledger.Settings           // sent where a request says nothing else
	Limits    Limits                    // manners
	Cap       study.Maybe[ledger.Money] // all requests to it together may not cost more; absent: no cap
}

// Limits are a provider's limits as a person set them; 0 leaves one to the program.
type Limits struct {
	Parallel  int `json:"parallel"`   // requests at once
	PerMinute int `json:"per_minute"` // requests begun in a minute
	Timeout   int `json:"timeout"`    // seconds for one request
}

const providerColumns = `name, kind, base_url, confirmed, model, settings, limits, cap_micros, cap_currency`

// SaveProvider keeps a provider in place of an earlier one of that name. Providers are settings of the program: they
// belong to no study and to no log.
func (db *DB) SaveProvider(ctx context.Context, p Provider) error {
	settings, err := stored{p.Settings}.text()
	if err != nil {
		return err
	}
	limits, err := stored{p.Limits}.text()
	if err != nil {
		return err
	}
	var micros any
	limit, capped := p.Cap.Get()
	if capped {
		micros = limit.Micros
	}
	_, err = db.writer.ExecContext(ctx, `
		INSERT INTO provider (`+providerColumns+`) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
		ON CONFLICT (name) DO UPDATE SET kind = ?2, base_url = ?3, confirmed = ?4, model = ?5, settings = ?6,
			limits = ?7, cap_micros = ?8, cap_currency = ?9`,
		p.Name, p.Kind, p.BaseURL, p.Confirmed, p.Model, settings, limits, micros, limit.Currency)
	return db.explain("keeping the provider "+p.Name, err)
}

// DeleteProvider removes a provider; its entries in the ledger stay. Problem: provider.not-found.
func (db *DB) DeleteProvider(ctx context.Context, name string) error {
	result, err := db.writer.ExecContext(ctx, `DELETE FROM provider WHERE name = ?`, name)
	if err != nil {
		return db.explain("removing the provider "+name, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return providerNotFound(name)
	}
	return nil
}

// Provider gives a provider. Problem: provider.not-found.
func (r Reader) Provider(ctx context.Context, name string) (Provider, error) {
	return one(ctx, r, providerNotFound(name), scanProvider, `SELECT `+providerColumns+` FROM provider WHERE name = ?`, name)
}

// Providers lists the providers by name.
func (r Reader) Providers(ctx context.Context) ([]Provider, error) {
	return all(ctx, r, scanProvider, `SELECT `+providerColumns+` FROM provider ORDER BY name`)
}

func scanProvider(row scanner) (p Provider, err error) {
	var micros sql.Null[int64]
	var currency string
	err = row.Scan(&p.Name, &p.Kind, &p.BaseURL, &p.Confirmed, &p.Model, stored{&p.Settings}, stored{&p.Limits}, &micros, &currency)
	if micros.Valid {
		p.Cap = study.Known(ledger.Money{Micros: micros.V, Currency: currency})
	}
	return p, err
}

// AddPrice keeps a line of the person's own. Problem: price.exists (Args: id).
func (db *DB) AddPrice(ctx context.Context, p ledger.Price) error {
	line, err := stored{p}.text()
	if err != nil {
		return err
	}
	_, err = db.writer.ExecContext(ctx, `INSERT INTO price (id, line) VALUES (?, ?)`, p.ID, line)
	if taken(err) {
		return problem("price.exists", "id", p.ID)
	}
	return db.explain("keeping the price "+p.ID, err)
}

// EndPrice ends a line of the person's own with a day ("2026-11-30"), its last. Problem: price.not-found.
func (db *DB) EndPrice(ctx context.Context, id, day string) error {
	result, err := db.writer.ExecContext(ctx, `UPDATE price SET line = json_set(line, '$.to', ?2) WHERE id = ?1`, id, day)
	if err != nil {
		return db.explain("ending the price "+id, err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return problem("price.not-found", "id", id)
	}
	return nil
}

// Prices lists the person's own lines by ID.
func (r Reader) Prices(ctx context.Context) ([]ledger.Price, error) {
	return all(ctx, r, func(row scanner) (p ledger.Price, err error) {
		err = row.Scan(stored{&p})
		return p, err
	}, `SELECT line FROM price ORDER BY id`)
}

func providerNotFound(name string) *study.Problem { return problem("provider.not-found", "name", name) }
