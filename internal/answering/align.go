package answering

import (
	"context"
	"fmt"
	"strings"

	"iucomstudien/internal/legalref"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/study"
)

// Why an aligned text was not taken.
const (
	KeptChanged = "changed"    // a source, figure, date or placeholder is not the same
	KeptTurned  = "negation"   // a word such as «not» is gone or came in
	KeptLength  = "length"     // longer or shorter than alignment explains
	KeptFinish  = "unfinished" // the reply did not end in the ordinary way
	KeptMarks   = "marks"      // the reply holds the marks of the request
)

// Aligned is what became of a text whose spelling and style was to be aligned.
type Aligned struct {
	Text    string                // aligned, or as it was
	Taken   bool                  // the aligned text passed the check
	Why     string                // of a text that was kept as it was: [KeptChanged] …
	Check   legalref.Comparison   // what the aligned text lost, gained, put into another order
	Words   study.Maybe[Reworded] // what the alignment changed or would have changed; absent where there is nothing to compare
	Request string                // SHA-256
	Entry   int64                 // of the ledger
	Finish  study.Finish
}

// Reworded counts words beside each other.
type Reworded struct {
	Before  int `json:"before"`
	After   int `json:"after"`
	Removed int `json:"removed"` // words of before that after lacks, each as often as it is missing
	Added   int `json:"added"`
}

// Align asks for a text with its spelling and style aligned and checks that it kept all that it may not change. A text that
// fails the check stays as it was, and so does one whose reply is none.
func Align(ctx context.Context, asker Asker, s Setup, refs *legalref.Reader, lang study.Language, salt, text string) (Aligned, error) {
	request, err := AlignOrder(s, lang, salt, text)
	if err != nil {
		return Aligned{}, err
	}
	a := Aligned{Text: text, Request: sum(request.Text)}
	reply, err := asker.Ask(ctx, request)
	if err != nil {
		return a, fmt.Errorf("asking for the alignment of a text: %w", err)
	}
	a.Entry, a.Finish = reply.Entry, reply.Finish
	after := strings.TrimSpace(strings.ReplaceAll(reply.Text, "\r\n", "\n"))
	if !reply.Finish.Usable() || after == "" {
		a.Why = KeptFinish
		return a, nil
	}
	a.Check = refs.Compare(text, after, string(lang))
	a.Words = study.Known(reworded(text, after))
	switch {
	case strings.Contains(after, "<<<") || strings.Contains(after, ">>>"):
		a.Why = KeptMarks
	case !a.Check.LengthKept:
		a.Why = KeptLength
	case len(a.Check.Missing)+len(a.Check.Added) > 0:
		a.Why = KeptChanged
	case !a.Check.NegationKept:
		a.Why = KeptTurned
	default:
		a.Text, a.Taken = after, true
	}
	return a, nil
}

// AlignOrder is the request of an alignment.
func AlignOrder(s Setup, lang study.Language, salt, text string) (llm.Request, error) {
	wording, err := AlignRequest(lang, salt, text)
	return s.request(llm.ForAlign, wording, 1), err
}

func reworded(before, after string) Reworded {
	b, a := strings.Fields(before), strings.Fields(after)
	count := make(map[string]int)
	for _, w := range b {
		count[w]++
	}
	for _, w := range a {
		count[w]--
	}
	r := Reworded{Before: len(b), After: len(a)}
	for _, n := range count {
		r.Removed += max(n, 0)
		r.Added += max(-n, 0)
	}
	return r
}
