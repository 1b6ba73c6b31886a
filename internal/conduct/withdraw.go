package conduct

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"iucomstudien/internal/job"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// Withdrawal says what a withdrawal of consent took away, and what only a person can do.
type Withdrawal struct {
	Participant string
	Code        study.Code       // of the answer; "" before the blinding
	Rewritten   []string         // paths that were written anew without the answer
	Removed     []string         // paths that are gone
	Struck      int              // remarks on other answers that quoted it and were struck
	Left        []*study.Problem // what is left: files that quote the answer, copies that were sent
}

// struck stands in the place of a remark that quoted a withdrawn answer.
const struck = "[…]"

// WithdrawConsent takes back the answers of a participant who no longer consents, at any time: text, original, ratings
// and every derived copy go. The blind folder and its zip are written anew without the answer; the other codes and the
// commitment stay, so that sheets that are out still count. Remarks on other answers that quote it are struck, and a
// report that was written is written anew, that of the test and that of the study (STARD). Files of people
// are not touched: those that quote the answer are listed with what to do. The log keeps who withdrew and when.
//
// The key goes on naming the participant's ID and origin, never a text: without that line its commitment could not be
// checked any more.
//
// Problem: answer.no-participant (Args: id).
func (c *Conduct) WithdrawConsent(ctx context.Context, ref Ref, participant string) (Withdrawal, error) {
	w := Withdrawal{Participant: participant}
	s, err := c.situation(ctx, ref)
	if err != nil {
		return w, err
	}
	g, err := c.belongings(ctx, s, participant)
	if err != nil {
		return w, err
	}
	w.Code = g.code
	handed, err := c.blindWithout(ctx, s, g.code, &w)
	if err != nil {
		return w, err
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if g.answer != "" {
			if _, err := tx.Withdraw(ctx, ref, g.answer); err != nil {
				return err
			}
		}
		for _, id := range g.asides {
			if err := tx.DropAside(ctx, ref, id); err != nil {
				return err
			}
		}
		if err := tx.DropSurfaces(ctx, ref.Study, goneWith(g.texts, g.staying)); err != nil {
			return err
		}
		var err error
		if w.Struck, err = tx.Strike(ctx, ref, g.quotes.in, struck); err != nil {
			return err
		}
		if _, err := tx.StrikeRequests(ctx, ref.Study, g.quotes.in); err != nil {
			return err
		}
		if err := tx.Note(ctx, studylog.AnswerWithdrawn, ref.Test, map[string]any{"participant": participant}); err != nil {
			return err
		}
		if handed == nil {
			return nil
		}
		return tx.Note(ctx, studylog.HandedOut, ref.Test, handed)
	})
	if err != nil {
		return w, err
	}
	if err := c.reportWithout(ctx, s, &w); err != nil {
		return w, err
	}
	if err := c.stardWithout(ctx, s, &w); err != nil {
		return w, err
	}
	return w, c.look(ctx, s, g, &w)
}

// belongings are what a participant has in a test.
type belongings struct {
	answer  string     // ID; "" when only something set aside is there
	code    study.Code // "" before the blinding
	asides  []string
	file    string   // the name of the file, for the person who still has it
	texts   []string // as they came and as they were blinded
	staying []string // the other texts of the study
	quotes  quotes   // by which they are found again
}

// belongings finds what a participant has in a test.
func (c *Conduct) belongings(ctx context.Context, s *situation, participant string) (g belongings, err error) {
	for _, a := range s.answers {
		if a.Origin.Participant == participant && !a.Withdrawn && participant != "" {
			g.answer, g.file, g.texts = a.ID, a.File.Name, append(g.texts, a.Text)
		}
	}
	asides, err := c.db.Asides(ctx, s.ref)
	if err != nil {
		return g, err
	}
	for _, a := range asides {
		if a.Answer.Origin.Participant == participant && participant != "" {
			g.asides, g.file, g.texts = append(g.asides, a.ID), a.Answer.File.Name, append(g.texts, a.Answer.Text)
		}
	}
	if g.answer == "" && g.asides == nil {
		return g, &study.Problem{ID: "answer.no-participant", Args: map[string]any{"id": participant}}
	}
	rows, err := c.db.BlindingLog(ctx, s.ref)
	if err != nil {
		return g, err
	}
	for _, row := range rows {
		if row.AnswerID == g.answer {
			g.code, g.texts = row.Code, append(g.texts, row.Text)
		}
	}
	here := s.public(g.answer)
	g.quotes = quotesOf(g.texts, here)
	g.staying, err = c.otherTests(ctx, s.ref)
	g.staying = append(g.staying, here...)
	return g, err
}

// public are the texts of a test that are not this answer: what stands there, too, is no quotation of it.
func (s *situation) public(answer string) []string {
	texts := []string{s.kase.Facts}
	for _, d := range s.gold {
		texts = append(texts, d.Text)
	}
	for _, a := range s.answers {
		if a.ID != answer {
			texts = append(texts, a.Text)
		}
	}
	return texts
}

// otherTests are the answers of the study's other tests.
func (c *Conduct) otherTests(ctx context.Context, ref Ref) (texts []string, err error) {
	tests, err := c.db.Tests(ctx, ref.Study)
	if err != nil {
		return nil, err
	}
	for _, t := range tests {
		if t.ID == ref.Test {
			continue
		}
		answers, err := c.db.Answers(ctx, Ref{Study: ref.Study, Test: t.ID})
		if err != nil {
			return nil, err
		}
		for _, a := range answers {
			texts = append(texts, a.Text)
		}
	}
	return texts, nil
}

// blindWithout writes the blind folder and its zip anew without a code, and gives what the log says of it; nil when
// nothing was handed out. It comes before the database forgets the answer: what fails here can be tried again.
func (c *Conduct) blindWithout(ctx context.Context, s *situation, code study.Code, w *Withdrawal) (map[string]any, error) {
	if s.test.State == study.Collecting || code == "" {
		return nil, nil
	}
	var h HandedOut
	if err := c.places(s.ref, &h); err != nil {
		return nil, err
	}
	key, err := c.db.Key(ctx, s.ref)
	if err != nil {
		return nil, err
	}
	noted, err := c.lastHandedOut(ctx, s.ref)
	if err != nil {
		return nil, err
	}
	readers := noted.readers()
	rest := *s
	rest.blinded = slices.DeleteFunc(slices.Clone(s.blinded), func(b study.BlindedAnswer) bool { return b.Code == code })
	if len(rest.blinded) == 0 {
		return handedToNobody(h, readers, key, w)
	}
	outs, err := c.blindFolders(ctx, &rest, key, readers)
	if err != nil {
		return nil, err
	}
	if err := writeBlind(outs, h); err != nil {
		return nil, err
	}
	for _, r := range readers {
		dir, zip := h.placeOf(r)
		if len(rest.given(r)) > 0 {
			w.Rewritten = append(w.Rewritten, dir, zip)
			continue
		}
		w.Removed = append(w.Removed, dir, zip) // nothing of their share is left
		if err := errors.Join(os.RemoveAll(dir), ignoreMissing(os.Remove(zip))); err != nil {
			return nil, err
		}
	}
	h.Codes = codesOf(rest.handed())
	facts := h.describe(&rest, outs, key, noted.Overlap.plan())
	facts["because"] = "withdrawn"
	return facts, nil
}

// handedToNobody removes the blind folders, since the last answer is withdrawn, and gives what the log says of it.
func handedToNobody(h HandedOut, readers []reader, key studykey.Key, w *Withdrawal) (map[string]any, error) {
	var failed []error
	for _, r := range readers {
		dir, zip := h.placeOf(r)
		w.Removed = append(w.Removed, dir, zip)
		failed = append(failed, os.RemoveAll(dir), ignoreMissing(os.Remove(zip)))
	}
	gone := map[string]any{"zip_sha256": "", "answers_sha256": "", "codes": []study.Code{}, "commitment": key.Commitment(), "because": "withdrawn"}
	return gone, errors.Join(failed...)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// reportWithout writes a report anew that was written while the answer was there. With no answer left there is nothing
// to report, and its files go.
func (c *Conduct) reportWithout(ctx context.Context, s *situation, w *Withdrawal) error {
	dir, err := c.home.Report(s.ref.Study, s.ref.Test)
	if err != nil {
		return err
	}
	if !s.reported {
		return nil
	}
	left, err := c.db.Blinded(ctx, s.ref)
	if err != nil {
		return err
	}
	if len(left) == 0 {
		w.Removed = append(w.Removed, dir)
		return os.RemoveAll(dir)
	}
	written, err := c.Report(ctx, s.ref, job.Silent)
	w.Rewritten = append(w.Rewritten, written.Files...)
	return err
}

// stardWithout writes the study's STARD report anew that was written while the answer counted in its figures.
func (c *Conduct) stardWithout(ctx context.Context, s *situation, w *Withdrawal) error {
	if s.test.State != study.Unblinded {
		return nil // its figures are of unblinded tests alone
	}
	dir, err := c.home.Stard(s.ref.Study)
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "data.json")); err != nil {
		return ignoreMissing(err)
	}
	written, err := c.Stard(ctx, s.ref.Study, job.Silent)
	w.Rewritten = append(w.Rewritten, written.Files...)
	return err
}

// look lists what only a person can do: files that quote the answer, copies that were sent, the file itself.
func (c *Conduct) look(ctx context.Context, s *situation, g belongings, w *Withdrawal) error {
	left := func(id, file string, args ...any) {
		p := &study.Problem{ID: id, File: file, Args: map[string]any{"id": w.Participant, "code": string(g.code)}}
		for i := 0; i+1 < len(args); i += 2 {
			p.Args[args[i].(string)] = args[i+1]
		}
		w.Left = append(w.Left, p)
	}
	left("withdraw.own-file", g.file)
	if s.test.State != study.Collecting && g.code != "" {
		left("withdraw.copies-sent", "")
		left("withdraw.key-line", "")
	}
	tests, err := c.db.Tests(ctx, s.ref.Study)
	if err != nil {
		return err
	}
	for _, t := range tests {
		answers, err := c.db.Answers(ctx, Ref{Study: s.ref.Study, Test: t.ID})
		if err != nil {
			return err
		}
		if slices.ContainsFunc(answers, func(a study.Answer) bool { return a.Origin.Participant == w.Participant && !a.Withdrawn }) {
			left("withdraw.elsewhere", "", "test", t.ID)
		}
	}
	found, err := c.quoting(ctx, s.ref.Study, g.quotes)
	for _, path := range found {
		id := "withdraw.file-quotes"
		if back, err := c.home.Ratings(s.ref.Study, s.ref.Test); err == nil && filepath.Dir(path) == back {
			id = "withdraw.sheet-quotes"
		}
		left(id, filepath.Base(path), "path", path)
	}
	return err
}
