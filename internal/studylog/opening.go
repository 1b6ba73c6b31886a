package studylog

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Opening is one time that somebody opened the key of a test before its unblinding.
type Opening struct {
	Test   string
	Time   time.Time
	Holder string // ID of who opened it; "" where the log does not say
	Before bool   // a rating, a grading or a consensus came in afterwards
}

// Early lists the openings of a test's key before its unblinding, oldest first; of a test that is not unblinded, all.
// Neither the unlocking with which an unblinding begins is one of them, nor what was opened afterwards.
func Early(log []Entry, test string) []Opening {
	var list []Opening
	unlocking := false // the last entry of the test opened the lock
	for _, e := range log {
		if e.Test != test {
			continue
		}
		switch e.Kind {
		case Unblinded:
			if unlocking {
				list = list[:len(list)-1]
			}
			return list
		case SheetImported, SheetReplaced, Graded, ConsensusKept:
			for i := range list {
				list[i].Before = true
			}
		case KeyOpened:
			var note struct {
				Holder   string `json:"key_holder"`
				Unlocked bool   `json:"unlocked"`
			}
			if json.Unmarshal(e.Data, &note) != nil {
				note.Unlocked = false // an opening that can not be read is one all the same
			}
			list = append(list, Opening{Test: e.Test, Time: e.Time, Holder: note.Holder})
			unlocking = note.Unlocked
			continue
		}
		unlocking = false
	}
	return list
}

// TakenFindings tells how many findings of the leak audit were knowingly taken when a test's answers were last handed
// out, and why; 0 where the audit found nothing.
func TakenFindings(log []Entry, test string) (n int, because string) {
	for _, e := range log {
		if e.Test != test || e.Kind != HandedOut {
			continue
		}
		var note struct {
			Findings int    `json:"findings"`
			Because  string `json:"accepted_because"`
		}
		if json.Unmarshal(e.Data, &note) == nil {
			n, because = note.Findings, note.Because
		}
	}
	return n, because
}

// Words writes sentences: a catalogue of the program's texts.
type Words interface {
	T(key string, args ...any) string
	N(key string, n int, args ...any) string
}

// SayEarly says that a key was opened before the unblinding, how often, by whom as far as the log knows, and how often
// before the last rating was in; "" where it never was.
func SayEarly(w Words, list []Opening) string {
	if len(list) == 0 {
		return ""
	}
	var holders, by []string
	times := make(map[string]int)
	before := 0
	for _, o := range list {
		if !slices.Contains(holders, o.Holder) {
			holders = append(holders, o.Holder)
		}
		times[o.Holder]++
		if o.Before {
			before++
		}
	}
	for _, h := range holders {
		who := h
		if who == "" {
			who = w.T("key.early.unnamed")
		}
		by = append(by, w.T("key.early.by", "who", who, "n", times[h]))
	}
	s := w.N("key.early", len(list), "by", strings.Join(by, ", "))
	if before > 0 {
		s += " " + w.N("key.early.before-ratings", before)
	}
	return s
}
