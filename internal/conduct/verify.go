package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// Check is one thing that was verified.
type Check struct {
	Name   string         `json:"check"` // chain, hypotheses, originals, order, key, key-file, blind-folder, reading-order, shares, figures, report-files, log-file
	OK     bool           `json:"ok"`
	Detail string         `json:"detail"`           // what was looked at
	Locked bool           `json:"locked,omitempty"` // the file is the one that was written; what it says needs the passphrase
	Why    *study.Problem `json:"-"`                // what does not hold; nil when all does
}

// holds is a check that found nothing.
func holds(name, format string, args ...any) Check {
	return Check{Name: name, OK: true, Detail: fmt.Sprintf(format, args...)}
}

// broken is a check that found something.
func broken(name string, why *study.Problem) Check {
	return Check{Name: name, Detail: why.ID, Why: why}
}

// Verification is the outcome of verifying a test.
type Verification struct {
	Checks []Check `json:"checks"`
}

// Err is a Problem that counts the checks that do not hold; nil when all do.
func (v Verification) Err() error {
	n := 0
	for _, c := range v.Checks {
		if !c.OK {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return &study.Problem{ID: "verify.broken", Args: map[string]any{"count": n}}
}

// Verify checks a test against itself: the chain of the study log, the checksums of the originals, the order drawn from
// the seed, the commitment of the key, the files that were written (key, blind folder, report), and after the report
// every figure in data.json and what goes with them (searches, graders, repeats, consensus), computed anew. Of a locked key the file alone is compared, and its check says so.
func (c *Conduct) Verify(ctx context.Context, ref Ref) (Verification, error) {
	return c.VerifyWith(ctx, ref, "")
}

// VerifyWith is Verify with the passphrase of a locked key, so that what the file says is checked, too. The key is shown
// to nobody. Problem: key.wrong-passphrase.
func (c *Conduct) VerifyWith(ctx context.Context, ref Ref, passphrase string) (Verification, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return Verification{}, err
	}
	log, err := c.db.Log(ctx, ref.Study)
	if err != nil {
		return Verification{}, err
	}
	v := Verification{Checks: []Check{checkChain(ref.Study, log)}}
	if slices.ContainsFunc(log, func(e studylog.Entry) bool { return e.Kind == studylog.HypothesisKept }) {
		v.Checks = append(v.Checks, checkHypotheses(log))
	}
	originals, err := c.checkOriginals(ctx, s)
	if err != nil {
		return v, err
	}
	v.Checks = append(v.Checks, originals)
	if isBlinded(s) {
		key, err := c.db.Key(ctx, ref)
		if err != nil {
			return v, err
		}
		v.Checks = append(v.Checks, checkOrder(s, key), checkCommitment(ref, key, log))
		if isHandedOut(s) {
			files, err := c.checkHandedOut(ctx, s, key, log, passphrase)
			if err != nil {
				return v, err
			}
			v.Checks = append(v.Checks, files...)
		}
	}
	if isReported(s) && len(s.blinded) > 0 { // with the last answer its report goes, too
		checks, err := c.checkReport(ctx, s, log)
		if err != nil {
			return v, err
		}
		v.Checks = append(v.Checks, checks...)
	}
	return v, nil
}

// checkChain looks at the hashes of the study log.
func checkChain(studyID string, log []studylog.Entry) Check {
	if err := studylog.Check(studyID, log); err != nil {
		return broken("chain", firstProblem(err, "verify.chain"))
	}
	return holds("chain", "%d: %s", len(log), studylog.Head(log))
}

// checkHypotheses tells whether every hypothesis stands in the log before the first unblinding.
func checkHypotheses(log []studylog.Entry) Check {
	kept, unblinded := 0, false
	for _, e := range log {
		switch {
		case e.Kind == studylog.Unblinded:
			unblinded = true
		case e.Kind == studylog.HypothesisKept && unblinded:
			return broken("hypotheses", &study.Problem{ID: "verify.hypothesis-late", Args: map[string]any{"seq": e.Seq}})
		case e.Kind == studylog.HypothesisKept:
			kept++
		}
	}
	return Check{Name: "hypotheses", OK: true, Detail: fmt.Sprint(kept)}
}

// checkOriginals computes the checksum of every file that an answer or expert document came from.
func (c *Conduct) checkOriginals(ctx context.Context, s *situation) (Check, error) {
	var sums []string
	for _, a := range s.answers {
		if !a.Withdrawn {
			sums = append(sums, a.File.SHA256)
		}
	}
	for _, d := range s.gold {
		sums = append(sums, d.SHA256)
	}
	slices.Sort(sums)
	sums = slices.Compact(sums)
	for _, sum := range sums {
		data, err := c.db.Original(ctx, sum)
		if study.HasProblem(err, "original.not-kept") {
			continue // went with an answer that was withdrawn
		}
		if err != nil {
			return Check{}, err
		}
		if sumBytes(data) != sum {
			return broken("originals", &study.Problem{ID: "verify.original", Args: map[string]any{"sha256": sum}}), nil
		}
	}
	return holds("originals", "%d", len(sums)), nil
}

// checkOrder draws the order anew from the seed and compares it with the codes in the key.
func checkOrder(s *situation, key studykey.Key) Check {
	rows := key.Open()
	repeats := 0
	coded := make(map[string]bool)
	for _, r := range rows {
		coded[r.Answer] = true
		if r.RepeatOf != "" {
			repeats++
		}
	}
	var stored []string // the answers that took part, in the order of their import
	for _, a := range s.answers {
		if coded[a.ID] {
			stored = append(stored, a.ID)
		}
	}
	firsts := len(rows) - repeats
	if repeats > 0 && firsts == len(stored) {
		for _, at := range repeated(s.test.Seed, firsts, repeats) {
			stored = append(stored, stored[at])
		}
	}
	for i, place := range blinding.Assign(s.test.Seed, len(rows)) {
		if len(stored) != len(rows) || rows[i].Code != place.Code || rows[i].Answer != stored[place.Index] ||
			(rows[i].RepeatOf != "") != (place.Index >= firsts) {
			return broken("order", &study.Problem{ID: "verify.order", Args: map[string]any{"code": string(place.Code)}})
		}
	}
	return holds("order", "%s, seed %d", blinding.Method, s.test.Seed)
}

// checkCommitment compares the key with what was committed to when the answers were blinded.
func checkCommitment(ref Ref, key studykey.Key, log []studylog.Entry) Check {
	have := key.Commitment()
	committed := ""
	for _, e := range log {
		if e.Test != ref.Test || e.Kind != studylog.Blinded {
			continue
		}
		var data struct {
			Commitment string `json:"commitment"`
		}
		if err := json.Unmarshal(e.Data, &data); err == nil {
			committed = data.Commitment
		}
	}
	if committed != have {
		return broken("key", &study.Problem{ID: "verify.commitment"})
	}
	return holds("key", "%s", have)
}
