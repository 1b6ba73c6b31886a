package sqlite

import (
	"context"
	"encoding/json"

	"iucomstudien/internal/study"
)

// Strike puts other words in the place of every remark on an answer that quotes a withdrawn one: comments of raters,
// what a grader wrote in free words, reasons of a consensus. The verdicts stay. It gives the number of remarks.
func (tx *Tx) Strike(ctx context.Context, ref Ref, quotes func(text string) bool, instead string) (int, error) {
	if err := tx.own(ref.Study); err != nil {
		return 0, err
	}
	comments, err := tx.strikeIn(ctx, ref, "rating", "comment", func(comment string) (string, int, error) {
		if quotes(comment) {
			return instead, 1, nil
		}
		return comment, 0, nil
	})
	if err != nil {
		return 0, err
	}
	details, err := tx.strikeIn(ctx, ref, "grading", "detail", func(detail string) (string, int, error) {
		var g study.Grading
		if err := json.Unmarshal([]byte(detail), &g); err != nil {
			return "", 0, err
		}
		n := strikeGrading(&g, quotes, instead)
		struck, err := stored{g}.text()
		return struck, n, err
	})
	if err != nil {
		return 0, err
	}
	extras, err := tx.strikeIn(ctx, ref, "extra_rating", "rating", strikeExtra(quotes, instead))
	if err != nil {
		return 0, err
	}
	reasons, err := tx.strikeReasons(ctx, ref, quotes, instead)
	return comments + details + extras + reasons, err
}

// strikeGrading strikes the free words of a grading.
func strikeGrading(g *study.Grading, quotes func(string) bool, instead string) (n int) {
	texts := []*string{&g.Prose}
	for i := range g.Notes {
		texts = append(texts, &g.Notes[i])
	}
	for i := range g.Departures {
		d := &g.Departures[i]
		texts = append(texts, &d.Passage, &d.Reason, &d.Evidence, &d.Solution)
	}
	for _, text := range texts {
		if quotes(*text) {
			*text, n = instead, n+1
		}
	}
	return n
}

// strikeIn rewrites one column of a table with a row for each rater and code. Table and column are words of this file.
func (tx *Tx) strikeIn(ctx context.Context, ref Ref, table, column string, strike func(string) (string, int, error)) (int, error) {
	type place struct{ rater, code, text string }
	rows, err := all(ctx, tx.Reader, func(row scanner) (p place, err error) {
		err = row.Scan(&p.rater, &p.code, &p.text)
		return p, err
	}, `SELECT rater, code, `+column+` FROM `+table+` WHERE study = ? AND test = ?`, ref.Study, ref.Test)
	if err != nil {
		return 0, err
	}
	total := 0
	for _, p := range rows {
		text, n, err := strike(p.text)
		if err != nil {
			return 0, err
		}
		if n == 0 {
			continue
		}
		total += n
		tx.purge = true
		err = tx.change(ctx, `UPDATE `+table+` SET `+column+` = ? WHERE study = ? AND test = ? AND rater = ? AND code = ?`,
			text, ref.Study, ref.Test, p.rater, p.code)
		if err != nil {
			return 0, err
		}
	}
	return total, nil
}
