package conduct

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"iucomstudien/assets/sample"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
)

// sampleFolder holds the bundled study within [sample.Tenancy].
const sampleFolder = "study-tenancy"

// sampleStudy is study.json of the bundled study: what a study lead would type in and drop onto the window.
type sampleStudy struct {
	Format string `json:"format"`
	Note   string `json:"note"`
	Study  struct {
		ID          string         `json:"id"`
		Name        string         `json:"name"`
		Lead        string         `json:"lead"`
		Institution string         `json:"institution"`
		Language    study.Language `json:"language"`
	} `json:"study"`
	Test    string         `json:"test"`
	Names   []string       `json:"names"`
	Answers []sampleAnswer `json:"answers"`
	Grading struct {
		Reply string `json:"reply"`
		Nonce string `json:"nonce"`
		Model string `json:"model"`
	} `json:"grading"`
	Ratings []string `json:"ratings"`
}

// sampleAnswer is a file with answers and what the study lead knows about its origin.
type sampleAnswer struct {
	File          string              `json:"file"`
	Condition     study.Condition     `json:"condition"`
	Provider      string              `json:"provider"`
	Model         string              `json:"model"`
	Version       string              `json:"version"`
	Date          string              `json:"date"`
	Participant   string              `json:"participant"`
	Qualification study.Qualification `json:"qualification"`
	Aids          *bool               `json:"aids"`
	Consent       *bool               `json:"consent"`
}

// sampleCase is case.json of the bundled study.
type sampleCase struct {
	ID             string                    `json:"id"`
	Title          map[study.Language]string `json:"title"`
	Area           string                    `json:"area"`
	Jurisdiction   string                    `json:"jurisdiction"`
	LawAsOf        string                    `json:"law_as_of"`
	Facts          string                    `json:"facts"`
	Language       study.Language            `json:"language"`
	TargetQuestion map[study.Language]string `json:"target_question"`
	Reference      struct {
		Value string `json:"value"`
		SetBy string `json:"set_by"`
	} `json:"reference"`
	Gold []string `json:"gold"`
	Seed int32    `json:"seed"`
}

// DemoResult is what the sample study came to.
type DemoResult struct {
	Ref       Ref
	Seed      int32
	Key       []studykey.Row // who was behind which code, in blind order
	Refused   []*study.Problem
	HandedOut HandedOut
	Report    Written
	Figures   json.RawMessage // with the keys of the sample's expected values
}

// bundle reads the bundled study.
func bundle() (s sampleStudy, k sampleCase, err error) {
	for name, to := range map[string]any{"study.json": &s, "case.json": &k} {
		data, err := fs.ReadFile(sample.Tenancy, path.Join(sampleFolder, name))
		if err != nil {
			return s, k, fmt.Errorf("reading the sample study: %w", err)
		}
		if err := json.Unmarshal(data, to); err != nil {
			return s, k, fmt.Errorf("reading the sample study's %s: %w", name, err)
		}
	}
	return s, k, nil
}

// bundled gives files of the bundled study.
func bundled(names ...string) ([]File, error) {
	files := make([]File, len(names))
	for i, name := range names {
		data, err := fs.ReadFile(sample.Tenancy, path.Join(sampleFolder, name))
		if err != nil {
			return nil, fmt.Errorf("reading the sample study: %w", err)
		}
		files[i] = File{Name: path.Base(name), Data: data}
	}
	return files, nil
}

// Demo takes the bundled sample study through the whole job, from files to the unblinded report, with the very steps
// that any study takes. The grader's reply is a recorded one and reported as such. A sample that was begun earlier goes
// on from where it stands; one that is finished is only reported anew.
func (c *Conduct) Demo(ctx context.Context, report job.Report) (DemoResult, error) {
	s, _, err := bundle()
	if err != nil {
		return DemoResult{}, err
	}
	var d DemoResult
	if d.Ref, d.Refused, err = c.OpenSample(ctx, report); err != nil {
		return d, err
	}
	if err := c.blindSample(ctx, d.Ref, s.Names, report); err != nil {
		return d, err
	}
	if err := c.unblindSample(ctx, d.Ref, report); err != nil {
		return d, err
	}
	return d, c.concludeSample(ctx, &d, report)
}

// blindSample blinds the sample study and hands it out, as far as that is not done.
func (c *Conduct) blindSample(ctx context.Context, ref Ref, names []string, report job.Report) error {
	st, err := c.situation(ctx, ref)
	if err != nil || isHandedOut(st) {
		return err
	}
	if !isBlinded(st) {
		if err := c.Blind(ctx, ref, BlindOptions{Names: names}, report); err != nil {
			return err
		}
	}
	_, err = c.HandOut(ctx, ref, "", report)
	return err
}

// unblindSample brings in the sample's ratings and unblinds it, as far as that is not done.
func (c *Conduct) unblindSample(ctx context.Context, ref Ref, report job.Report) error {
	st, err := c.situation(ctx, ref)
	if err != nil || isUnblinded(st) {
		return err
	}
	if st.sheets == 0 {
		if err := c.RateSample(ctx, ref, report); err != nil {
			return err
		}
	}
	return c.Unblind(ctx, ref)
}

// concludeSample writes the report of the unblinded sample and gathers what it came to.
func (c *Conduct) concludeSample(ctx context.Context, d *DemoResult, report job.Report) (err error) {
	if d.Report, err = c.Report(ctx, d.Ref, report); err != nil {
		return err
	}
	if d.HandedOut, err = c.Handed(ctx, d.Ref); err != nil {
		return err
	}
	d.Seed = d.HandedOut.Seed
	figures, err := c.Figures(ctx, d.Ref)
	if err != nil {
		return err
	}
	if d.Key, err = c.openKey(ctx, d.Ref, "demo"); err != nil {
		return err
	}
	d.Figures, err = figures.SampleJSON()
	return err
}

// OpenSample makes the bundled study up to the point where a study lead would blind it: study, case, expert
// documents, answers. What is there already, whole or begun, is left as it is and completed. It gives what was refused
// on the way (an answer without consent).
func (c *Conduct) OpenSample(ctx context.Context, report job.Report) (Ref, []*study.Problem, error) {
	s, k, err := bundle()
	if err != nil {
		return Ref{}, nil, err
	}
	ref := Ref{Study: s.Study.ID, Test: s.Test}
	if err := c.sampleTest(ctx, s, k); err != nil {
		return ref, nil, err
	}
	st, err := c.situation(ctx, ref)
	if err != nil {
		return ref, nil, err
	}
	if st.test.State == study.Collecting {
		report(0, 0, "gold")
		if err := c.sampleGold(ctx, st, k.Gold); err != nil {
			return ref, nil, err
		}
		report(0, 0, "import")
		if err := c.sampleAnswers(ctx, st, s.Answers); err != nil {
			return ref, nil, err
		}
	}
	refused, err := c.Refused(ctx, ref)
	return ref, refused, err
}

// unless runs make where err says that the thing is not there yet.
func unless(err error, absent string, create func() error) error {
	if study.HasProblem(err, absent) {
		return create()
	}
	return err
}

// sampleTest makes study, case and test of the bundle, as far as they are not there.
func (c *Conduct) sampleTest(ctx context.Context, s sampleStudy, k sampleCase) error {
	_, err := c.db.Study(ctx, s.Study.ID)
	err = unless(err, "study.not-found", func() error {
		_, err := c.CreateStudy(ctx, study.Study{ID: s.Study.ID, Name: s.Study.Name, Lead: s.Study.Lead,
			Institution: s.Study.Institution, Language: s.Study.Language})
		return err
	})
	if err != nil {
		return err
	}
	_, err = c.db.Case(ctx, k.ID)
	if err = unless(err, "case.not-found", func() error { return c.sampleCase(ctx, k) }); err != nil {
		return err
	}
	_, err = c.db.Test(ctx, Ref{Study: s.Study.ID, Test: s.Test})
	return unless(err, "test.not-found", func() error {
		_, err := c.CreateTest(ctx, study.Test{ID: s.Test, StudyID: s.Study.ID, CaseID: k.ID, Seed: k.Seed, UseGold: true})
		return err
	})
}

// sampleCase keeps the case of the bundle.
func (c *Conduct) sampleCase(ctx context.Context, k sampleCase) error {
	facts, err := bundled(k.Facts)
	if err != nil {
		return err
	}
	reference, ok := sampleReference[k.Reference.Value]
	if !ok {
		return fmt.Errorf("reading the sample study: unknown reference %q", k.Reference.Value)
	}
	_, err = c.CreateCase(ctx, study.Case{
		ID: k.ID, Title: k.Title[k.Language], Area: k.Area, Jurisdiction: k.Jurisdiction, LawAsOf: k.LawAsOf,
		TargetQuestion: k.TargetQuestion[k.Language], Reference: study.Known(reference), ReferenceBy: k.Reference.SetBy,
	}, facts[0])
	return err
}

// sampleGold adds the bundle's expert documents, if none is there.
func (c *Conduct) sampleGold(ctx context.Context, st *situation, names []string) error {
	if len(st.gold) > 0 {
		return nil
	}
	files, err := bundled(names...)
	if err != nil {
		return err
	}
	_, err = c.AddGold(ctx, st.ref, files)
	return err
}

// sampleReference are the words of case.json for the reference of the target question.
var sampleReference = map[string]study.Target{"JA": study.Yes, "NEIN": study.No}

// sampleAnswers imports the bundle's answers file by file, each with what is known about its origin. A file whose
// answers are there already is left out.
func (c *Conduct) sampleAnswers(ctx context.Context, st *situation, answers []sampleAnswer) error {
	for _, a := range answers {
		files, err := bundled(a.File)
		if err != nil {
			return err
		}
		sum := files[0].SHA256()
		if slices.ContainsFunc(st.answers, func(have study.Answer) bool { return have.File.SHA256 == sum }) {
			continue
		}
		preview, err := c.PreviewAnswers(ctx, st.ref, files, a.hint())
		if err != nil {
			return err
		}
		if _, err := c.ImportAnswers(ctx, st.ref, preview); err != nil {
			return err
		}
	}
	return nil
}

// hint is what the bundle says about the origin of a file.
func (a sampleAnswer) hint() Hint {
	h := Hint{Condition: a.Condition, Origin: study.Origin{
		Provider: a.Provider, Model: a.Model, Version: a.Version, Date: a.Date,
		Participant: a.Participant, Qualification: a.Qualification,
	}}
	if a.Aids != nil {
		h.Origin.Aids = study.Known(*a.Aids)
	}
	if a.Consent != nil {
		h.Origin.Consent = study.ConsentDenied
		if *a.Consent {
			h.Origin.Consent = study.ConsentGiven
		}
	}
	return h
}

// RateSample brings in what comes back in the sample study: the recorded reply of the grader and three sheets.
func (c *Conduct) RateSample(ctx context.Context, ref Ref, report job.Report) error {
	s, _, err := bundle()
	if err != nil {
		return err
	}
	if ref.Study != s.Study.ID {
		return errors.New("the recorded ratings belong to the sample study only")
	}
	reply, err := bundled(s.Grading.Reply)
	if err != nil {
		return err
	}
	report(0, 0, "grade")
	_, err = c.TakeReply(ctx, ref, Reply{Text: string(reply[0].Data), Nonce: s.Grading.Nonce, Model: s.Grading.Model, Replayed: true})
	if err != nil {
		return err
	}
	sheets, err := bundled(s.Ratings...)
	if err != nil {
		return err
	}
	report(0, 0, "ratings")
	preview, err := c.PreviewRatings(ctx, ref, sheets)
	if err != nil {
		return err
	}
	_, err = c.ImportRatings(ctx, ref, preview, false)
	return err
}
