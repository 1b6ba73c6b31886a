package app

import "sync"

// Passphrase holds the passphrase of the file with the keys for as long as the window is open. It is made before the
// conduct, which asks it, and filled by the settings. It is safe for use by several goroutines.
type Passphrase struct {
	mu   sync.Mutex
	text string
}

// Set keeps a passphrase in memory; "" forgets it.
func (p *Passphrase) Set(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
}

// Get gives the passphrase, "" when none was entered.
func (p *Passphrase) Get() (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text, nil
}
