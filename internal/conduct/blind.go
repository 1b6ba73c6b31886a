package conduct

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/job"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// BlindOptions are what a person may decide about the blinding of a test.
type BlindOptions struct {
	Names []string // persons that are always replaced, in every case form
}

// saltBytes is the length of the salt of a commitment.
const saltBytes = 32

// Blind normalises and pseudonymises the answers of a test, orders them by its seed and gives them codes. Nothing is
// handed out yet, and it can be done again until then. Personal data is replaced in every answer as soon as one of
// them is by a person, so that placeholders give nothing away.
func (c *Conduct) Blind(ctx context.Context, ref Ref, o BlindOptions, report job.Report) error {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return err
	}
	if s.test.State != study.Collecting {
		return &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": ref.Test}}
	}
	for _, missing := range []func(*situation) *study.Problem{needCase, needAnswers} {
		if why := missing(s); why != nil {
			return why
		}
	}
	answers := taking(s.answers)
	options, err := c.blindingOptions(ctx, ref, answers, o.Names)
	if err != nil {
		return err
	}
	set, err := c.prepare(ctx, material(s, answers), options, report)
	if err != nil {
		return err
	}
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(c.salt, salt); err != nil {
		return fmt.Errorf("drawing the salt of the commitment: %w", err)
	}
	b, facts, err := assign(s, answers, set, salt)
	if err != nil {
		return err
	}
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SetPersons(ctx, ref.Study, options.Names); err != nil {
			return err
		}
		if err := tx.SaveBlinding(ctx, ref, b); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.Blinded, ref.Test, facts)
	})
}

// blindingOptions are what the blinder is told: the names list with those added now, and what a person decided about
// single replacements. The language is found for each text: answers come in other languages than the study's, too.
// Personal data is replaced as soon as an answer is by a person, or a person asked for a replacement.
func (c *Conduct) blindingOptions(ctx context.Context, ref Ref, answers []study.Answer, added []string) (blinding.Options, error) {
	names, err := c.persons(ctx, ref.Study, added)
	if err != nil {
		return blinding.Options{}, err
	}
	corrections, err := c.db.Corrections(ctx, ref.Study)
	if err != nil {
		return blinding.Options{}, err
	}
	o := blinding.Options{Names: names}
	o.Keep, o.Extra = told(holding(corrections, ref.Test))
	o.Pseudonymise = len(o.Extra) > 0 || slices.ContainsFunc(answers, func(a study.Answer) bool { return a.Condition.Human() })
	return o, nil
}

// persons is the study's list of names that are always replaced, with those added now.
func (c *Conduct) persons(ctx context.Context, studyID string, added []string) ([]string, error) {
	names, err := c.db.Persons(ctx, studyID)
	if err != nil {
		return nil, err
	}
	for _, name := range added {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// taking lists the answers that take part: those with an ordinary end or accepted as they are, and not withdrawn.
func taking(all []study.Answer) []study.Answer {
	return slices.DeleteFunc(slices.Clone(all), func(a study.Answer) bool { return !a.TakesPart() })
}

// material is what the blinder gets: the answers, and the other texts that reviewers read beside them, in which the
// same persons get the same placeholders.
func material(s *situation, answers []study.Answer) blinding.Material {
	var m blinding.Material
	for _, a := range answers {
		m.Answers = append(m.Answers, a.Text)
	}
	m.Others = append(m.Others, s.kase.Facts)
	for _, d := range s.gold {
		m.Others = append(m.Others, d.Text)
	}
	return m
}

// assign orders the blinded texts by the seed and gives codes; facts is what the log keeps: how it was done, and for
// each answer what was removed by which rule. Which code stands for which answer is in the key alone.
func assign(s *situation, answers []study.Answer, set blinding.Set, salt []byte) (sqlite.Blinding, map[string]any, error) {
	b := sqlite.Blinding{State: study.Collecting}
	var rows []studykey.Row
	rules := make(map[string]int)
	for _, place := range blinding.Assign(s.test.Seed, len(answers)) {
		a, text := answers[place.Index], set.Answers[place.Index]
		rows = append(rows, studykey.Row{Code: place.Code, Answer: a.ID, Condition: a.Condition, Origin: a.Origin, SHA256: a.File.SHA256})
		normalise, err := json.Marshal(text.Normalised)
		if err != nil {
			return b, nil, fmt.Errorf("keeping the log of normalising: %w", err)
		}
		spans, err := json.Marshal(text.Spans)
		if err != nil {
			return b, nil, fmt.Errorf("keeping the replacements: %w", err)
		}
		b.Answers = append(b.Answers, sqlite.BlindedRow{
			AnswerID: a.ID, BlindedAnswer: study.BlindedAnswer{Code: place.Code, Text: text.Text}, NormaliseLog: normalise, Spans: spans,
		})
		for _, r := range text.Normalised.Rules {
			rules[r]++
		}
	}
	b.Others = set.Others
	var err error
	if b.Key, err = studykey.New(s.ref.Study, s.ref.Test, s.test.Seed, rows, salt); err != nil {
		return b, nil, fmt.Errorf("sealing the key: %w", err)
	}
	return b, map[string]any{
		"seed": s.test.Seed, "answers": len(answers), "order": blinding.Method, "rules": rules,
		"replaced": len(set.Entities), "commitment": b.Key.Commitment(),
	}, nil
}

// openKey opens the study key and says so in the log.
func (c *Conduct) openKey(ctx context.Context, ref Ref, why string) ([]studykey.Row, error) {
	key, err := c.db.Key(ctx, ref)
	if err != nil {
		return nil, err
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		return tx.Note(ctx, studylog.KeyOpened, ref.Test, map[string]any{"why": why})
	})
	if err != nil {
		return nil, err
	}
	return key.Open(), nil
}
