package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"
	"time"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/report"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// maxHypotheses is the largest family of a study: with more, Holm's correction leaves nothing to be found.
const maxHypotheses = 50

// keptHypothesis is what the log holds of a hypothesis: the entry is the record, and its hash binds it.
type keptHypothesis struct {
	evaluation.Hypothesis
	Sheets    int  `json:"sheets_before"` // rating sheets that had come in when it was written down
	KeyOpened bool `json:"key_opened"`    // the key had been opened before
}

// KeepHypothesis writes a hypothesis into the study log: claim, outcome, conditions and test. Only what was kept this
// way is ever called confirmatory. It is refused as soon as one test of the study was unblinded, also where that test
// was deleted since. Without an ID it is numbered. Problems: hypothesis.after-unblinding, hypothesis.exists,
// hypothesis.too-many, and those of [evaluation.Hypothesis.Planned].
func (c *Conduct) KeepHypothesis(ctx context.Context, studyID string, h evaluation.Hypothesis) (report.KeptHypothesis, error) {
	h, err := h.Planned()
	if err != nil {
		return report.KeptHypothesis{}, err
	}
	var kept report.KeptHypothesis
	err = c.db.Write(ctx, studyID, func(tx *sqlite.Tx) error {
		log, err := tx.Log(ctx, studyID)
		if err != nil {
			return err
		}
		if h, err = admit(h, log); err != nil {
			return err
		}
		data := keptHypothesis{Hypothesis: h}
		data.Sheets, data.KeyOpened = knownBefore(log)
		return tx.Note(ctx, studylog.HypothesisKept, "", data)
	})
	if err != nil {
		return report.KeptHypothesis{}, err
	}
	all, err := c.Hypotheses(ctx, studyID)
	if err != nil {
		return report.KeptHypothesis{}, err
	}
	if i := slices.IndexFunc(all, func(k report.KeptHypothesis) bool { return k.ID == h.ID }); i >= 0 {
		kept = all[i]
	}
	return kept, nil
}

// admit tells whether a hypothesis may still be written down, and numbers it.
func admit(h evaluation.Hypothesis, log []studylog.Entry) (evaluation.Hypothesis, error) {
	kept, err := hypothesesIn(log)
	if err != nil {
		return h, err
	}
	for _, e := range log {
		if e.Kind == studylog.Unblinded {
			return h, &study.Problem{ID: "hypothesis.after-unblinding", Args: map[string]any{"test": e.Test, "time": e.Time.Format(time.RFC3339)}}
		}
	}
	if len(kept) >= maxHypotheses {
		return h, &study.Problem{ID: "hypothesis.too-many", Args: map[string]any{"most": maxHypotheses}}
	}
	taken := func(id string) bool {
		return slices.ContainsFunc(kept, func(k report.KeptHypothesis) bool { return k.ID == id })
	}
	for n := len(kept) + 1; h.ID == ""; n++ {
		if id := fmt.Sprintf("H%d", n); !taken(id) {
			h.ID = id
		}
	}
	if taken(h.ID) {
		return h, &study.Problem{ID: "hypothesis.exists", Args: map[string]any{"id": h.ID}}
	}
	return h, nil
}

// knownBefore counts what could have coloured a hypothesis that is written down now.
func knownBefore(log []studylog.Entry) (sheets int, keyOpened bool) {
	for _, e := range log {
		switch e.Kind {
		case studylog.SheetImported:
			sheets++
		case studylog.KeyOpened:
			keyOpened = true
		}
	}
	return sheets, keyOpened
}

// Hypotheses lists the hypotheses of a study in the order in which they were written down.
func (c *Conduct) Hypotheses(ctx context.Context, studyID string) ([]report.KeptHypothesis, error) {
	if _, err := c.db.Study(ctx, studyID); err != nil {
		return nil, err
	}
	log, err := c.db.Log(ctx, studyID)
	if err != nil {
		return nil, err
	}
	return hypothesesIn(log)
}

// hypothesesIn reads the hypotheses of a log.
func hypothesesIn(log []studylog.Entry) ([]report.KeptHypothesis, error) {
	list := []report.KeptHypothesis{}
	for _, e := range log {
		if e.Kind != studylog.HypothesisKept {
			continue
		}
		var k keptHypothesis
		if err := json.Unmarshal(e.Data, &k); err != nil {
			return nil, fmt.Errorf("reading the hypothesis in entry %d of the log: %w", e.Seq, err)
		}
		list = append(list, report.KeptHypothesis{Hypothesis: k.Hypothesis, Time: e.Time, Hash: e.Hash, Seq: e.Seq, Sheets: k.Sheets, KeyOpened: k.KeyOpened})
	}
	return list, nil
}

// Confirm tests the hypotheses of a study over all its unblinded tests. Problem: hypothesis.none where none was
// written down before unblinding, hypothesis.all-blinded where no test is unblinded yet.
func (c *Conduct) Confirm(ctx context.Context, studyID string) (report.Confirmatory, error) {
	found, err := c.confirmatory(ctx, studyID)
	switch {
	case err != nil:
		return found, err
	case len(found.Kept) == 0:
		return found, &study.Problem{ID: "hypothesis.none"}
	case found.Tests == 0:
		return found, &study.Problem{ID: "hypothesis.all-blinded"}
	}
	return found, nil
}

// confirmatory is the confirmatory part of every report of a study; without hypotheses it holds none.
func (c *Conduct) confirmatory(ctx context.Context, studyID string) (report.Confirmatory, error) {
	kept, err := c.Hypotheses(ctx, studyID)
	if err != nil {
		return report.Confirmatory{}, err
	}
	tests, err := c.db.Tests(ctx, studyID)
	if err != nil {
		return report.Confirmatory{}, err
	}
	log, err := c.db.Log(ctx, studyID)
	if err != nil {
		return report.Confirmatory{}, err
	}
	open := 0
	var answers []evaluation.CaseAnswers
	for _, t := range tests {
		if t.State != study.Unblinded {
			open++
			continue
		}
		if len(kept) == 0 {
			continue // nothing is looked at without a hypothesis
		}
		a, err := c.caseAnswers(ctx, Ref{Study: studyID, Test: t.ID})
		if err != nil {
			return report.Confirmatory{}, err
		}
		answers = append(answers, a)
	}
	hypotheses := make([]evaluation.Hypothesis, len(kept))
	for i, k := range kept {
		hypotheses[i] = k.Hypothesis
	}
	found, err := evaluation.Confirm(ctx, hypotheses, answers, open, uint64(crc32.ChecksumIEEE([]byte(studyID))))
	found.Deleted = deletedAfterUnblinding(tests, log)
	return report.Confirmatory{Confirmatory: found, Kept: kept}, err
}

// caseAnswers gathers what one unblinded test contributes. Answers of runs that had the gold standard among their sources
// measure nothing and decide nothing.
func (c *Conduct) caseAnswers(ctx context.Context, ref Ref) (evaluation.CaseAnswers, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return evaluation.CaseAnswers{}, err
	}
	in, err := c.evaluationInput(ctx, s)
	if err != nil {
		return evaluation.CaseAnswers{}, err
	}
	copied, err := c.sawGold(ctx, s)
	if err != nil {
		return evaluation.CaseAnswers{}, err
	}
	answers, err := evaluation.Answers(in)
	answers = slices.DeleteFunc(answers, func(a evaluation.AnswerFigures) bool { return copied[a.Code] })
	return evaluation.CaseAnswers{Case: s.kase.ID, Reference: s.kase.Reference, Answers: answers}, err
}

// sawGold are the codes of answers whose run had the gold standard among its sources.
func (c *Conduct) sawGold(ctx context.Context, s *situation) (map[study.Code]bool, error) {
	rows, err := c.db.BlindingLog(ctx, s.ref)
	codes := make(map[study.Code]bool)
	for _, row := range rows {
		if slices.ContainsFunc(s.answers, func(a study.Answer) bool { return a.ID == row.AnswerID && a.Origin.SawGold }) {
			codes[row.Code] = true
		}
	}
	return codes, err
}

// deletedAfterUnblinding counts the tests that the log knows as unblinded and the database does not hold any more.
func deletedAfterUnblinding(tests []study.Test, log []studylog.Entry) int {
	var gone []string
	for _, e := range log {
		if e.Kind != studylog.Unblinded || slices.Contains(gone, e.Test) {
			continue
		}
		if !slices.ContainsFunc(tests, func(t study.Test) bool { return t.ID == e.Test && t.State == study.Unblinded }) {
			gone = append(gone, e.Test)
		}
	}
	return len(gone)
}
