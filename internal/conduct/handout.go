package conduct

import (
	"context"
	"fmt"
	"time"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/handout"
	"iucomstudien/internal/job"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// keyFileEnding is the end of the name of a test's key file.
const keyFileEnding = ".key.json"

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
// who keeps the key. The order of each reviewer is in the log and drawn again by Verify.
func (c *Conduct) HandOutTo(ctx context.Context, ref Ref, o HandOutOptions, report job.Report) (HandedOut, error) {
	readers, err := o.readers()
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
	outs, err := c.blindFolders(ctx, s, key, readers)
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
	h := HandedOut{Seed: s.test.Seed, Codes: codesOf(s.blinded), Findings: findings}
	facts, err := c.writeHandOut(s, outs, key, &h)
	if err != nil {
		return HandedOut{}, err
	}
	facts["findings"], facts["accepted_because"] = len(findings), o.Accept
	if o.KeyHolder != "" {
		facts["key_holder"] = o.KeyHolder
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.SetTest(ctx, ref, func(t *study.Test) { t.State = study.BlindedOut }); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.HandedOut, ref.Test, facts)
	})
	report(3, 3, "")
	return h, err
}

// WriteAgain writes blind folder, zip and key of a test anew that were handed out before, for instance after the folder
// was deleted by hand. Answers, codes and commitment to the key are the same.
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
	readers, err := c.readersBefore(ctx, ref)
	if err != nil {
		return HandedOut{}, err
	}
	report(0, 1, "hand-out")
	outs, err := c.blindFolders(ctx, s, key, readers)
	if err != nil {
		return HandedOut{}, err
	}
	h := HandedOut{Seed: s.test.Seed, Codes: codesOf(s.blinded)}
	facts, err := c.writeHandOut(s, outs, key, &h)
	if err != nil {
		return HandedOut{}, err
	}
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
	seed, order := reading(s.test, r, len(key.Open()), codesOf(s.blinded)) // of the key only the number of answers
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

// auditAll audits every reader's zip; what stands in several of them is said once.
func auditAll(s *situation, outs []blind) ([]*study.Problem, error) {
	var list []*study.Problem
	seen := make(map[string]bool)
	for _, out := range outs {
		found, err := audit(s, out.zip)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			if !seen[p.Error()] {
				seen[p.Error()] = true
				list = append(list, p)
			}
		}
	}
	return list, nil
}

// audit searches the finished zip for origins.
func audit(s *situation, zip []byte) ([]*study.Problem, error) {
	secrets := handout.SecretsOf(s.answers)
	secrets.Public = append(secrets.Public, s.kase.Facts)
	for _, d := range s.gold {
		secrets.Public = append(secrets.Public, d.Text)
	}
	found, err := handout.Audit(zip, secrets)
	if err != nil {
		return nil, err
	}
	var list []*study.Problem
	for _, f := range found {
		if f.Public {
			continue // the question itself says so, and tells no origin
		}
		list = append(list, &study.Problem{ID: "handout.leak-" + string(f.What), File: f.File, Args: map[string]any{"excerpt": f.Excerpt}})
	}
	return list, nil
}

// writeHandOut writes folders, zips and key, makes the folder for the sheets that come back, and gives what the log says
// of it.
func (c *Conduct) writeHandOut(s *situation, outs []blind, key studykey.Key, h *HandedOut) (map[string]any, error) {
	if err := c.places(s.ref, h); err != nil {
		return nil, err
	}
	back, err := c.home.Ratings(s.ref.Study, s.ref.Test)
	if err != nil {
		return nil, err
	}
	if err := folder.MakeDir(back); err != nil {
		return nil, err
	}
	if err := c.writeKey(s, key, h.Key); err != nil {
		return nil, err
	}
	return h.describe(outs, key), writeBlind(outs, *h)
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
	h := HandedOut{Seed: s.test.Seed, Codes: codesOf(s.blinded)}
	if err := c.places(ref, &h); err != nil {
		return h, err
	}
	h.Copies, err = c.copies(ctx, ref, h)
	return h, err
}

// writeKey writes the key of a test as a file for programs and as a table for people.
func (c *Conduct) writeKey(s *situation, key studykey.Key, dir string) error {
	file, err := key.Encode()
	if err != nil {
		return err
	}
	table, err := key.CSV(c.wordsOf(s.study.Language))
	if err != nil {
		return err
	}
	return folder.WriteInto(dir, []folder.File{
		{Name: s.ref.Test + keyFileEnding, Data: file},
		{Name: s.ref.Test + ".key.csv", Data: table},
	}, 0o600)
}
