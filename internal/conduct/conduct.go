package conduct

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/secrets"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// Ref names one test of a study.
type Ref = sqlite.Ref

// Config is what the conduct takes from the world around it.
type Config struct {
	Home folder.Home      // where database and documents are
	Now  func() time.Time // nil: the system's clock
	Salt io.Reader        // randomness for the commitments; nil: the system's

	// Keyring opens the keyring that keeps the keys of providers; nil: they stand in a file that Passphrase locks.
	Keyring    func(service string) secrets.Keyring
	Passphrase func() (string, error) // nil: nobody can be asked for one
	Network    http.RoundTripper      // by which providers are reached; nil: the system's
}

// Conduct leads studies. It is safe for use by several goroutines; what it changes is in the database and in the
// folders when a method returns.
type Conduct struct {
	db      *sqlite.DB
	home    folder.Home
	now     func() time.Time
	salt    io.Reader
	words   map[study.Language]*lang.Catalogue
	blinder func() (*blinding.Blinder, error) // made when it is first needed: reading its word lists takes a quarter of a second
	keys    *secrets.Store                    // of providers
	network http.RoundTripper
	lanes   lanes // rate and cap of each provider
	drafts  drafts
}

// Open opens the database below the home, making it at the first start.
func Open(ctx context.Context, cfg Config) (*Conduct, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Network == nil {
		cfg.Network = http.DefaultTransport
	}
	if cfg.Salt == nil {
		cfg.Salt = rand.Reader
	}
	words, err := lang.All()
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(ctx, cfg.Home.Database(), sqlite.Options{Now: cfg.Now})
	if err != nil {
		return nil, fmt.Errorf("opening the database: %w", err)
	}
	return &Conduct{db: db, home: cfg.Home, now: cfg.Now, salt: cfg.Salt, words: words, blinder: sync.OnceValues(blinding.New), keys: keyStore(cfg),
		network: cfg.Network}, nil
}

// prepare blinds material.
func (c *Conduct) prepare(ctx context.Context, m blinding.Material, o blinding.Options, report job.Report) (blinding.Set, error) {
	blinder, err := c.blinder()
	if err != nil {
		return blinding.Set{}, fmt.Errorf("loading the blinding rules: %w", err)
	}
	return blinder.Prepare(ctx, m, o, report)
}

// Close writes what was typed and ends the work with the database.
func (c *Conduct) Close() error {
	return errors.Join(c.writeDrafts(context.Background()), c.db.Close())
}

// Home is where database and documents are.
func (c *Conduct) Home() folder.Home { return c.home }

// wordsOf is the catalogue of a study's language.
func (c *Conduct) wordsOf(l study.Language) *lang.Catalogue {
	if w := c.words[l]; w != nil {
		return w
	}
	return c.words[study.English]
}
