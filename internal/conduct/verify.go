package conduct

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// Check is one thing that was verified.
type Check struct {
	Name   string `json:"check"` // chain, hypotheses, originals, order, key, figures, log-file
	OK     bool   `json:"ok"`
	Detail string `json:"detail"` // what was looked at, or where it does not hold
}

// Verification is the outcome of verifying a test.
type Verification struct {
	Checks []Check `json:"checks"`
}

// Err is a Problem naming the first check that does not hold; nil when all do.
func (v Verification) Err() error {
	for _, c := range v.Checks {
		if !c.OK {
			return &study.Problem{ID: "verify.broken", Args: map[string]any{"check": c.Name, "detail": c.Detail}}
		}
	}
	return nil
}

// Verify checks a test against itself: the chain of the study log, the checksums of the originals, the order drawn from
// the seed, the commitment of the key, and after the report every figure in data.json, computed anew.
func (c *Conduct) Verify(ctx context.Context, ref Ref) (Verification, error) {
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
	}
	if isReported(s) {
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
		return Check{Name: "chain", Detail: err.Error()}
	}
	return Check{Name: "chain", OK: true, Detail: fmt.Sprintf("%d: %s", len(log), studylog.Head(log))}
}

// checkHypotheses tells whether every hypothesis stands in the log before the first unblinding.
func checkHypotheses(log []studylog.Entry) Check {
	kept, unblinded := 0, false
	for _, e := range log {
		switch {
		case e.Kind == studylog.Unblinded:
			unblinded = true
		case e.Kind == studylog.HypothesisKept && unblinded:
			return Check{Name: "hypotheses", Detail: fmt.Sprintf("%d", e.Seq)}
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
			return Check{Name: "originals", Detail: sum}, nil
		}
	}
	return Check{Name: "originals", OK: true, Detail: fmt.Sprint(len(sums))}, nil
}

// checkOrder draws the order anew from the seed and compares it with the codes in the key.
func checkOrder(s *situation, key studykey.Key) Check {
	rows := key.Open()
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.Answer)
	}
	stored := slices.Clone(ids)
	slices.Sort(stored) // answers are numbered in the order of their import
	for i, place := range blinding.Assign(s.test.Seed, len(stored)) {
		if rows[i].Code != place.Code || rows[i].Answer != stored[place.Index] {
			return Check{Name: "order", Detail: string(place.Code)}
		}
	}
	return Check{Name: "order", OK: true, Detail: fmt.Sprintf("%s, seed %d", blinding.Method, s.test.Seed)}
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
		return Check{Name: "key", Detail: committed}
	}
	return Check{Name: "key", OK: true, Detail: have}
}

// checkReport compares what stands in the folder Bericht with what is computed now.
func (c *Conduct) checkReport(ctx context.Context, s *situation, log []studylog.Entry) ([]Check, error) {
	dir, err := c.home.Report(s.ref.Study, s.ref.Test)
	if err != nil {
		return nil, err
	}
	in, err := c.evaluationInput(ctx, s)
	if err != nil {
		return nil, err
	}
	figures, err := evaluation.Compute(ctx, in)
	if err != nil {
		return nil, err
	}
	m, err := c.model(ctx, s, in, figures)
	if err != nil {
		return nil, err
	}
	var checks []Check
	data, err := os.ReadFile(filepath.Join(dir, "data.json"))
	if err != nil {
		checks = append(checks, Check{Name: "figures", Detail: "data.json"})
	} else {
		checks = append(checks, checkFigures(data, m))
	}
	return append(checks, checkLogFile(filepath.Join(dir, "log.jsonl"), s.ref.Study, log)), nil
}

// checkFigures compares the figures of data.json, byte by byte, with those computed now.
func checkFigures(written []byte, m report.Model) Check {
	var b bytes.Buffer
	if err := report.JSON(&b, &m); err != nil {
		return Check{Name: "figures", Detail: err.Error()}
	}
	old, errOld := partOf(written, "figures")
	now, errNow := partOf(b.Bytes(), "figures")
	if err := errors.Join(errOld, errNow); err != nil {
		return Check{Name: "figures", Detail: err.Error()}
	}
	if !bytes.Equal(old, now) {
		return Check{Name: "figures", Detail: firstDifference(old, now)}
	}
	return Check{Name: "figures", OK: true, Detail: fmt.Sprintf("SHA-256 %s", sumBytes(now))}
}

// partOf gives one field of a JSON object, compacted.
func partOf(data []byte, field string) ([]byte, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	if all[field] == nil {
		return nil, fmt.Errorf("no field %q", field)
	}
	var b bytes.Buffer
	err := json.Compact(&b, all[field])
	return b.Bytes(), err
}

// around is how many bytes of a difference are shown.
const around = 60

// firstDifference shows where two texts part.
func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	cut := func(s []byte) string { return string(s[min(max(0, i-around/2), len(s)):min(i+around/2, len(s))]) }
	return fmt.Sprintf("… %s … / … %s …", cut(a), cut(b))
}

// checkLogFile tells whether the exported log is a whole beginning of the log in the database.
func checkLogFile(path, studyID string, log []studylog.Entry) Check {
	data, err := os.ReadFile(path)
	if err != nil {
		return Check{Name: "log-file", Detail: filepath.Base(path)}
	}
	_, exported, err := studylog.Decode(bytes.NewReader(data))
	if err != nil {
		return Check{Name: "log-file", Detail: err.Error()}
	}
	if len(exported) == 0 || len(exported) > len(log) || log[len(exported)-1].Hash != studylog.Head(exported) {
		return Check{Name: "log-file", Detail: studylog.Head(exported)}
	}
	return Check{Name: "log-file", OK: true, Detail: fmt.Sprintf("%d: %s", len(exported), studylog.Head(exported))}
}
