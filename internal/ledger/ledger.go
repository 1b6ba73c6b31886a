package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"iucomstudien/internal/study"
)

// State is how far a request has come.
type State string

const (
	New      State = "new"      // written, not yet sent
	Open     State = "open"     // sent, no reply kept: it may have been paid; a person decides whether it is sent again
	Answered State = "answered" // the reply is kept; asking again costs nothing
	Failed   State = "failed"   // the provider said no, or nothing was sent: not paid, may be asked again
)

// States lists the states in the order in which a request goes through them.
func States() []State { return []State{New, Open, Answered, Failed} }

// Request is what is asked, in full. Two requests with the same hash are the same question.
type Request struct {
	Study   string // "" where it belongs to none
	Test    string // "" where it belongs to none
	Purpose string // what it is for: "control", "grade" … ; not part of the hash

	Provider string // name of the configured provider: "openai", "local" …
	Model    string // as asked for; the one that answered is in the reply
	System   string // instructions apart from the text; "" for none
	Text     string
	Settings Settings
	Repeat   int // 1-based number of this repetition of the same question; at least 1
}

// Settings are what was sent beside the text. Absent means that the field was not sent at all.
type Settings struct {
	Temperature study.Maybe[float64] `json:"temperature"`
	Seed        study.Maybe[int64]   `json:"seed"`
	MaxTokens   int                  `json:"max_tokens"` // of the reply, thoughts included; 0: not sent
	Search      bool                 `json:"search"`     // the provider's web search was offered to the model
}

// Hash is the SHA-256, in lower-case hexadecimal, over what makes a request the same: provider, model, system, text,
// settings and number of repetition. Study, test and purpose are no part of it.
func (r Request) Hash() (string, error) {
	data, err := json.Marshal(struct {
		Provider string   `json:"provider"`
		Model    string   `json:"model"`
		System   string   `json:"system"`
		Text     string   `json:"text"`
		Settings Settings `json:"settings"`
		Repeat   int      `json:"repeat"`
	}{r.Provider, r.Model, r.System, r.Text, r.Settings, r.Repeat})
	if err != nil {
		return "", fmt.Errorf("hashing a request: %w", err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// Usage counts tokens. Cached and Written are parts of Input, Reasoning is a part of Output; so input and output are
// the whole, with every provider.
type Usage struct {
	Input     int `json:"input"`
	Cached    int `json:"cached"`  // of Input: read from the provider's cache
	Written   int `json:"written"` // of Input: written into it
	Output    int `json:"output"`
	Reasoning int `json:"reasoning"` // of Output
	Searches  int `json:"searches"`  // web searches that are billed
}

// Money is an amount in millionths of a currency's unit: 1 500 000 USD is $ 1.50. Amounts of different currencies are
// never added.
type Money struct {
	Micros   int64  `json:"micros"`
	Currency string `json:"currency"` // ISO 4217; "" only for no amount at all
}

// Reply is what came back.
type Reply struct {
	Text        string
	Finish      study.Finish
	Stop        string             // the provider's own word for the end
	Model       string             // that answered, dated where the provider says so
	Fingerprint string             // "" where there is none
	RequestID   string             // the provider's, for questions to it
	Usage       study.Maybe[Usage] // absent where the provider said nothing
	Cost        study.Maybe[Money] // absent where the price is unknown, never 0 for that
	PriceLine   string             // the line of the price list that was used; "" for none
	Sources     []Source           // the model's web sources, in order
	Notes       []string           // machine words of what a person should know: "replayed", "context-cut" …
	Raw         []byte             // the reply's body as it came
	At          time.Time          // when it was complete
	Took        time.Duration
}

// Source is a page or document that a provider named as a source of its reply.
type Source struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

// Entry is a request with its state.
type Entry struct {
	ID      int64
	Hash    string
	Request Request
	State   State
	Written time.Time // when the entry was made
	Sent    time.Time // when it was last sent; zero: never
	Tries   int       // how often it was sent
	Fault   string    // of the last failed try: the words of the provider, without keys; "" for none
	Reply   Reply     // only when Answered

	Batch  string // mark of the [Batch] in which it was last sent; "" by itself
	Key    string // in that batch
	Reused bool   // in a list of a test: another test has paid for it, and here it cost nothing
}
