package ledger

import (
	"fmt"
	"time"
)

// BatchState is how far a batch is, as the ledger knows it.
type BatchState string

const (
	BatchPrepared BatchState = "prepared" // written; its creation is under way, or nobody knows whether it was created
	BatchRunning  BatchState = "running"  // the provider has it
	BatchDone     BatchState = "done"     // each of its requests has come to its end, or it was never created
	BatchLost     BatchState = "lost"     // the provider does not know it: a person decides about its requests
)

// Batch is a number of requests that a provider answers together. It is written before it is created, so that a program
// killed at any moment can find it again, and is never created a second time while it may exist.
type Batch struct {
	Mark     string // ours, of keys and texts; providers that keep one give it back
	ID       string // the provider's; "" while nobody knows it
	Study    string // "" where it belongs to none, or no longer
	Test     string
	Provider string // name of the configured provider
	Model    string
	State    BatchState
	Requests int       // in it
	Waiting  int       // of these without an end
	Written  time.Time // before it was created
}

// Waits tells whether the entry is open because it is in a batch, so that nobody has to decide about it.
func (e Entry) Waits() bool { return e.State == Open && e.Batch != "" }

// keyLength is how much of the hash stands in a key; providers take 64 characters.
const keyLength = 40

// BatchKey is the key of the entry in a batch. It stands in no other batch: it holds the number of the try.
func (e Entry) BatchKey() string {
	return fmt.Sprintf("%.*s-%d", keyLength, e.Hash, e.Tries)
}
