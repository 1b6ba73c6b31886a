package conduct

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/handout"
	"iucomstudien/internal/job"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// HandedOut says where the blind folder and the key are.
type HandedOut struct {
	Seed     int32
	Codes    []study.Code
	Folder   string           // Blind/
	Zip      string           // the same as one file
	Copies   []Copy           // one a reviewer instead of Folder and Zip; none: all read the same folder
	Key      string           // folder of the key; never inside anything handed out
	Findings []*study.Problem // of the leak audit, knowingly accepted
}

// HandOut writes the blind folder, its zip and the key, after the leak audit of the finished zip. Findings stop it with
// a Problem each, unless accept gives the reason why they are taken; the log keeps findings and reason. From here on
// the answers are fixed and ratings may come in.
func (c *Conduct) HandOut(ctx context.Context, ref Ref, accept string, report job.Report) (HandedOut, error) {
	return c.HandOutTo(ctx, ref, HandOutOptions{Accept: accept}, report)
}

// HandOutTo is HandOut with all that a person may decide: for whom the folders are, who reads in an order of their own,
// who keeps the key, what is handed out twice or to practise on. Where the test has a plan ([Conduct.PlanOverlap]), each
// reviewer's folder and sheet hold their share alone. Orders and shares are in the log and drawn again by Verify.
func (c *Conduct) HandOutTo(ctx context.Context, ref Ref, o HandOutOptions, report job.Report) (HandedOut, error) {
	plan, err := c.db.Overlap(ctx, ref)
	if err != nil {
		return HandedOut{}, err
	}
	readers, err := o.readers(plan)
	if err != nil {
		return HandedOut{}, err
	}
	s, err := c.situation(ctx, ref)
	if err != nil {
		return HandedOut{}, err
	}
	switch {
	case s.test.State != study.Collecting:
		return HandedOut{}, &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": ref.Test}}
	case len(s.blinded) == 0:
		return HandedOut{}, &study.Problem{ID: "test.not-blinded", Args: map[string]any{"test": ref.Test}}
	}
	key, err := c.db.Key(ctx, ref)
	if err != nil {
		return HandedOut{}, err
	}
	report(0, 3, "hand-out")
	extras, err := c.withExtras(ctx, s, &key, o)
	if err != nil {
		return HandedOut{}, err
	}
	outs, err := c.blindFolders(ctx, s, key, s.shared(readers, plan, key))
	if err != nil {
		return HandedOut{}, err
	}
	report(1, 3, "audit")
	findings, err := auditAll(s, outs)
	if err != nil {
		return HandedOut{}, err
	}
	if len(findings) > 0 && o.Accept == "" {
		return HandedOut{}, study.JoinProblems(findings)
	}
	report(2, 3, "hand-out")
	h := HandedOut{Seed: s.test.Seed, Codes: codesOf(s.handed()), Findings: findings}
	locked, err := c.writeHandOut(s, outs, key, &h, o.Passphrase)
	if err != nil {
		return HandedOut{}, err
	}
	facts := h.describe(s, outs, key, plan)
	facts["findings"], facts["accepted_because"] = len(findings), o.Accept
	if o.KeyHolder != "" {
		facts["key_holder"] = o.KeyHolder
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error { return keepHandOut(ctx, tx, s, extras, facts, locked) })
	report(3, 3, "")
	return h, err
}

// keepHandOut keeps in one transaction that a test was handed out, and with what.
func keepHandOut(ctx context.Context, tx *sqlite.Tx, s *situation, extras extended, facts map[string]any, locked string) error {
	if extras.blinding != nil {
		if err := tx.SaveBlinding(ctx, s.ref, *extras.blinding); err != nil {
			return err
		}
		if err := tx.Note(ctx, studylog.Blinded, s.ref.Test, extras.facts); err != nil {
			return err
		}
	}
	if err := tx.SetExtras(ctx, s.ref, s.extras); err != nil {
		return err
	}
	if err := tx.SetTest(ctx, s.ref, func(t *study.Test) { t.State = study.BlindedOut }); err != nil {
		return err
	}
	if err := tx.Note(ctx, studylog.HandedOut, s.ref.Test, facts); err != nil || locked == "" {
		return err
	}
	return tx.Note(ctx, studylog.KeyLocked, s.ref.Test, lockNote{Locked: locked})
}

// WriteAgain writes blind folder, zip and key of a test anew that were handed out before, for instance after the folder
// was deleted by hand. Answers, codes and commitment to the key are the same; a locked key
// stays as it is.
func (c *Conduct) WriteAgain(ctx context.Context, ref Ref, report job.Report) (HandedOut, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return HandedOut{}, err
	}
	if s.test.State != study.BlindedOut {
		return HandedOut{}, &study.Problem{ID: "test.not-handed-out", Args: map[string]any{"test": ref.Test}}
	}
	key, err := c.db.Key(ctx, ref)
	if err != nil {
		return HandedOut{}, err
	}
	noted, err := c.lastHandedOut(ctx, ref)
	if err != nil {
		return HandedOut{}, err
	}
	report(0, 1, "hand-out")
	outs, err := c.blindFolders(ctx, s, key, noted.readers())
	if err != nil {
		return HandedOut{}, err
	}
	h := HandedOut{Seed: s.test.Seed, Codes: codesOf(s.handed())}
	if _, err := c.writeHandOut(s, outs, key, &h, ""); err != nil {
		return HandedOut{}, err
	}
	facts := h.describe(s, outs, key, noted.Overlap.plan())
	facts["because"] = "written again"
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		return tx.Note(ctx, studylog.HandedOut, ref.Test, facts)
	})
	report(1, 1, "")
	return h, err
}

// blind is a blind folder in memory.
type blind struct {
	files    []folder.File
	zip      []byte
	moment   time.Time // the one time of everything in it
	checksum string    // of the answers in blind order, as the sheets carry it
	reader   reader
	seed     int32        // of the reader's order
	order    []study.Code // nil: blind order
}

// blindFolder makes the blind folder of a reader. Its one moment is the day of handing out at midnight UTC, so that no time of the
// day tells anything.
func (c *Conduct) blindFolder(ctx context.Context, s *situation, key studykey.Key, r reader) (blind, error) {
	log, err := c.db.Log(ctx, s.ref.Study)
	if err != nil {
		return blind{}, err
	}
	in, err := c.handoutInput(ctx, s)
	if err != nil {
		return blind{}, err
	}
	in.Commitment = handout.Commitment{Key: key.Commitment(), Log: studylog.Head(log)}
	in.Moment = c.now().UTC().Truncate(24 * time.Hour)
	in.Reviewer = r.id
	in.All, in.Answers = s.handed(), s.given(r)
	left := codesOf(s.blinded)
	for _, code := range firstCodes(key) {
		if !slices.Contains(left, code) {
			in.Withdrawn++
		}
	}
	seed, order := s.reading(r, key.Len())
	in.Order = order
	words := c.wordsOf(s.study.Language)
	files, err := handout.Build(in, words)
	if err != nil {
		return blind{}, err
	}
	zip, err := handout.Zip(files, in.Moment)
	if err != nil {
		return blind{}, err
	}
	return blind{
		files: files, zip: zip, moment: in.Moment, checksum: in.Form(words).Checksum, reader: r, seed: seed, order: order,
	}, nil
}

// handoutInput is what reviewers get to read: blinded answers, and facts and gold standard with the same placeholders.
func (c *Conduct) handoutInput(ctx context.Context, s *situation) (handout.Input, error) {
	others, err := c.db.BlindedOthers(ctx, s.ref)
	if err != nil {
		return handout.Input{}, err
	}
	if len(others) != 1+len(s.gold) {
		return handout.Input{}, fmt.Errorf("%d texts beside the answers were blinded, %d are there", len(others), 1+len(s.gold))
	}
	in := handout.Input{Study: s.study, Test: s.test, Case: s.kase, Answers: s.blinded}
	in.Case.Facts = others[0]
	for i, d := range s.gold {
		d.Text = others[1+i]
		in.Gold = append(in.Gold, d)
	}
	in.Test.UseGold = s.usesGold()
	return in, nil
}

// auditAll audits every reader's zip: each passage is one finding with all the files in which it stands, the file of the
// single answer first.
func auditAll(s *situation, outs []blind) ([]*study.Problem, error) {
	type passage struct {
		what  handout.Kind
		match string
	}
	var list []*study.Problem
	said := make(map[passage]*study.Problem)
	for _, out := range outs {
		found, err := audit(s, out.zip)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			file, _, _ := strings.Cut(f.File, "!") // which part of a document it is tells a person nothing
			p := said[passage{f.What, f.Match}]
			if p == nil {
				p = &study.Problem{ID: "handout.leak-" + string(f.What), File: file, Args: map[string]any{"excerpt": f.Excerpt, "match": f.Match}}
				said[passage{f.What, f.Match}] = p
				list = append(list, p)
			}
			files, _ := p.Args["files"].([]string)
			p.Args["files"] = addNew(files, file)
		}
	}
	return list, nil
}

// audit searches a finished zip for origins; what the question or the gold standard says itself tells none.
func audit(s *situation, zip []byte) ([]handout.Finding, error) {
	secrets := handout.SecretsOf(s.answers)
	secrets.Public = append(secrets.Public, s.kase.Facts)
	for _, d := range s.gold {
		secrets.Public = append(secrets.Public, d.Text)
	}
	found, err := handout.Audit(zip, secrets)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(f handout.Finding) bool { return f.Public })
	slices.SortStableFunc(found, func(a, b handout.Finding) int { return cmp.Compare(collected(a.File), collected(b.File)) })
	return found, nil
}

// collected is 0 for the file of one answer, which lies in a folder of its own, and 1 for those that hold all: the first
// tells a person where to look.
func collected(file string) int {
	if name, _, _ := strings.Cut(file, "!"); strings.Contains(name, "/") {
		return 0
	}
	return 1
}

// writeHandOut writes folders, zips and key, and makes the folder for the sheets that come back. With a passphrase the key
// is locked from the start; locked is the checksum of that file.
func (c *Conduct) writeHandOut(s *situation, outs []blind, key studykey.Key, h *HandedOut, passphrase string) (locked string, err error) {
	if err := c.places(s.ref, h); err != nil {
		return "", err
	}
	back, err := c.home.Ratings(s.ref.Study, s.ref.Test)
	if err != nil {
		return "", err
	}
	if err := folder.MakeDir(back); err != nil {
		return "", err
	}
	if locked, err = c.writeKey(s, key, h.Key, passphrase); err != nil {
		return "", err
	}
	return locked, writeBlind(outs, *h)
}

// writeBlind writes the folder and the zip of every reader.
func writeBlind(outs []blind, h HandedOut) error {
	for _, out := range outs {
		dir, zip := h.placeOf(out.reader)
		if err := folder.WriteTree(dir, out.files, 0o644); err != nil {
			return err
		}
		if err := folder.SetTimes(dir, out.moment); err != nil {
			return err
		}
		if err := folder.WriteFile(zip, out.zip, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// places says where blind folder, zip and key of a test are.
func (c *Conduct) places(ref Ref, h *HandedOut) (err error) {
	if h.Folder, err = c.home.Blind(ref.Study, ref.Test); err != nil {
		return err
	}
	h.Zip = h.Folder + ".zip"
	h.Key, err = c.home.Key(ref.Study)
	return err
}

// Handed says what was handed out for a test and where it is.
func (c *Conduct) Handed(ctx context.Context, ref Ref) (HandedOut, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return HandedOut{}, err
	}
	if s.test.State == study.Collecting {
		return HandedOut{}, &study.Problem{ID: "test.not-blinded", Args: map[string]any{"test": ref.Test}}
	}
	h := HandedOut{Seed: s.test.Seed, Codes: codesOf(s.handed())}
	if err := c.places(ref, &h); err != nil {
		return h, err
	}
	h.Copies, err = c.copies(ctx, ref, h)
	return h, err
}

// writeKey writes the key of a test: locked where there is a passphrase, and else readable, unless it is locked already.
func (c *Conduct) writeKey(s *situation, key studykey.Key, dir, passphrase string) (locked string, err error) {
	if passphrase == "" {
		if s.locked {
			return "", nil
		}
		return "", c.writePlainKey(s, key, dir)
	}
	data, err := key.Lock(passphrase, studykey.WorkFactor)
	if err != nil {
		return "", err
	}
	if err := folder.MakeDir(dir); err != nil {
		return "", err
	}
	return sumBytes(data), folder.WriteFile(filepath.Join(dir, s.ref.Test+keyLockedEnding), data, 0o600)
}
