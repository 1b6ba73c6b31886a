package intake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// MaxAnswer is the longest answer that is taken, in bytes of UTF-8: about 300 printed pages.
const MaxAnswer = 1 << 20

// Use says whether a candidate may become an answer of the test.
type Use string

const (
	UseYes   Use = "yes"   // as it is
	UseCheck Use = "check" // after a person has said so; until then it is not used
	UseNo    Use = "no"    // recorded as an outcome, never used as an answer
)

// Hint is what the person said before the file was read.
type Hint struct {
	Condition study.Condition // for documents, and for rows and exports that do not say it themselves
	// Origin fills in what the file does not say: of a model its name and version, of a person level, aids and consent.
	// A participant's ID is one person's and counts for documents only.
	Origin study.Origin
	// Encoding is the person's choice where two encodings fit ([extract.Recode]); "" to find it.
	Encoding string
	// Known are the files that are already in the test: SHA-256 in lower-case hexadecimal -> the name a person knows it by.
	Known map[string]string
}

// Preview is all that was understood of a file.
type Preview struct {
	File       study.SourceFile
	Format     string // "docx", "csv", "openai-chat" …; "" when nothing could be read
	Table      *Table // of tables only
	Candidates []Candidate
	Problems   []*study.Problem  // parts that are no answers; a candidate's own problem is in the candidate
	Remarks    []*study.Problem  // cells of rows that were read and should be looked at
	Questions  []*study.Problem  // what the person should look at or decide before taking over
	Skipped    map[string]int    // parts passed over on purpose, by kind: "empty", "other-branch" …
	Warnings   []extract.Warning // of the reader
	Error      *study.Problem    // the whole file is turned down; then there are no candidates
}

// Candidate is one answer as found.
type Candidate struct {
	Answer    study.Answer   // without an ID
	Use       Use            // with Problem: why not, or what has to be asked
	Problem   *study.Problem // nil with UseYes
	Key       string         // the identifier that came with it: custom_id, message ID, cell of the ID column
	FinishRaw string         // the provider's own word for the end
	Usage     *Usage         // nil when not stated
	Sources   []Source       // what the answer cited, as the provider lists it
	Tools     []string       // tools that ran, each once
	Aids      string         // a person's aids in full wording; Origin.Aids is the reading
	Notes     []Note         // cells of columns that mean nothing to the program

	Sheet        string            // of workbooks: the sheet it stands on
	Conversation string            // of chats: the conversation or log whose turn it is; "" for a reply that stands alone
	Stated       study.Consent     // of tables: consent as the row says it, whoever wrote the answer
	StatedAI     study.Maybe[bool] // of tables: may it go to a provider of AI, as the row says it

	order int // place in the order of the file
	row   int // of tables: the row's number
}

// Usage counts tokens of one request; with several answers to one request it stands at the first.
type Usage struct {
	Input           int // everything sent, cached parts included
	InputCached     int // of it read from a cache
	InputCacheWrite int // of it written to a cache
	Output          int // reasoning included
	Reasoning       int // of it
	Searches        int // billable web searches
}

// Source is something an answer cited.
type Source struct{ Title, URL string }

// Note is a cell that was kept though its column means nothing to the program.
type Note struct{ Column, Text string }

// Table says how a table was understood.
type Table struct {
	Kind      string            // "csv" or "xlsx"
	Encoding  string            // csv only
	Delimiter string            // csv only
	Sheet     string            // xlsx only: the (first) sheet with answers
	HeaderRow int               // 1-based
	Columns   map[string]string // field -> heading as found
	Unknown   []string          // headings that mean nothing to the program
}

// Ends counts how the answers of the file ended, errors in place of answers included: the denominators of every rate.
func (p Preview) Ends() map[study.Finish]int {
	ends := make(map[study.Finish]int)
	for _, c := range p.Candidates {
		ends[c.Answer.Finish]++
	}
	for _, one := range p.Problems {
		switch one.ID {
		case "intake.provider-error", "intake.not-run", "intake.no-answer":
			ends[study.FinNotAnswer]++
		}
	}
	return ends
}

// Read understands one file. What is wrong with the file is in [Preview.Error] and what is wrong with parts of it in
// [Preview.Problems]; the error is for a reading that was cancelled and for faults of the program.
func Read(ctx context.Context, name string, data []byte, hint Hint) (Preview, error) {
	rules, err := loadRules()
	if err != nil {
		return Preview{}, err
	}
	sum := sha256.Sum256(data)
	r := &reading{rules: rules, hint: hint, p: Preview{
		File:    study.SourceFile{Name: filepath.Base(name), SHA256: hex.EncodeToString(sum[:]), Size: int64(len(data))},
		Skipped: make(map[string]int),
	}}
	if known, twice := hint.Known[r.p.File.SHA256]; twice {
		r.question(&study.Problem{ID: "intake.same-file", Args: map[string]any{"known": known}})
	}
	if hint.Encoding != "" {
		if data, err = extract.Recode(data, hint.Encoding); err != nil {
			return Preview{}, fmt.Errorf("reading answers from %s: %w", r.p.File.Name, err)
		}
	}
	err = r.any(ctx, name, data)
	var fault *study.Problem
	switch {
	case err == nil:
		r.finish()
	case errors.As(err, &fault) && ctx.Err() == nil:
		r.refuse(fault)
	default:
		return Preview{}, fmt.Errorf("reading answers from %s: %w", r.p.File.Name, err)
	}
	return r.p, nil
}

// reading is the state of one call of Read.
type reading struct {
	rules *rules
	hint  Hint
	p     Preview
	seq   int // place in the file of what is being read
	base  int // added to it, for files packed together
}

// any decides what kind of file it is.
func (r *reading) any(ctx context.Context, name string, data []byte) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return &study.Problem{ID: "file.empty"}
	}
	if len(data) > maxExport {
		return &study.Problem{ID: "file.too-large", Args: map[string]any{"limit": fmt.Sprintf("%d MB", maxExport>>20)}}
	}
	if isExport(name, data) {
		done, err := r.export(ctx, name, data)
		if done || err != nil {
			return err
		}
	}
	format, err := extract.Format(name, data)
	if isPacked(data, err) {
		return r.packed(ctx, name, data)
	}
	if err != nil {
		return err
	}
	switch format {
	case "xlsx", "xls", "ods", "csv", "txt":
		done, err := r.table(ctx, name, data, format)
		if done || err != nil {
			return err
		}
	}
	return r.document(ctx, name, data)
}

// refuse turns the whole file down.
func (r *reading) refuse(p *study.Problem) {
	p.File = r.p.File.Name
	r.p.Error = p
	r.p.Candidates, r.p.Problems, r.p.Remarks = nil, nil, nil
	r.p.Skipped = make(map[string]int)
}

// finish looks at the candidates as a whole.
func (r *reading) finish() {
	if r.p.Table != nil && r.hint.Encoding != "" {
		r.p.Table.Encoding = r.hint.Encoding
	}
	for _, w := range r.p.Warnings {
		if w.Kind == "encoding-unsure" {
			r.question(&study.Problem{ID: "intake.encoding-unsure", Args: w.Args})
		}
	}
	slices.SortStableFunc(r.p.Candidates, func(a, b Candidate) int { return a.order - b.order })
	for i := range r.p.Candidates {
		c := &r.p.Candidates[i]
		if c.Problem != nil {
			c.Problem.File = r.p.File.Name
		}
	}
	for _, p := range r.p.Problems {
		p.File = r.p.File.Name
	}
	for _, p := range repeats(r.p.Candidates) {
		r.question(p)
	}
}

func (r *reading) problem(p *study.Problem) {
	p.File = r.p.File.Name
	r.p.Problems = append(r.p.Problems, p)
}

func (r *reading) question(p *study.Problem) {
	p.File = r.p.File.Name
	r.p.Questions = append(r.p.Questions, p)
}

// add takes in a candidate found at a place, with what the hint knows and the file does not say, and judges its use.
func (r *reading) add(c Candidate, at string) *Candidate {
	c.Answer.Text = extract.UnixLines(c.Answer.Text)
	c.Answer.File = r.p.File
	c.Answer.File.At = at
	if c.Answer.Condition == "" {
		c.Answer.Condition = r.hint.Condition
	}
	fill(&c.Answer, r.hint.Origin)
	c.settle(r.rules.judge(c))
	c.order = r.base + r.seq
	r.p.Candidates = append(r.p.Candidates, c)
	return &r.p.Candidates[len(r.p.Candidates)-1]
}

// fill takes from the hint what the file does not say.
func fill(a *study.Answer, hint study.Origin) {
	o := &a.Origin
	o.Date = orElse(o.Date, hint.Date)
	if !a.Condition.Human() {
		o.Provider, o.Model = orElse(o.Provider, hint.Provider), orElse(o.Model, hint.Model)
		o.Version, o.Prompt = orElse(o.Version, hint.Version), orElse(o.Prompt, hint.Prompt)
		return
	}
	if o.Qualification == "" {
		o.Qualification = hint.Qualification
	}
	if !o.Aids.IsKnown() {
		o.Aids = hint.Aids
	}
	if o.Consent == study.ConsentNotNeeded {
		o.Consent = hint.Consent
	}
	if !o.AIConsent.IsKnown() {
		o.AIConsent = hint.AIConsent
	}
}
