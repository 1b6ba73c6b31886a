package conduct

import (
	"context"
	"fmt"
	"slices"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// BlindedText is a blinded answer beside the text it came from, for the study lead.
type BlindedText struct {
	Code     study.Code
	Before   string
	After    string
	Rules    []string // of normalising that changed it
	Replaced int      // places where personal data was replaced
}

// Blinded lists the blinded answers of a test in blind order with what was done to them.
func (c *Conduct) Blinded(ctx context.Context, ref Ref) ([]BlindedText, error) {
	rows, err := c.db.BlindingLog(ctx, ref)
	if err != nil {
		return nil, err
	}
	answers, err := c.db.Answers(ctx, ref)
	if err != nil {
		return nil, err
	}
	list := make([]BlindedText, len(rows))
	for i, row := range rows {
		at := slices.IndexFunc(answers, func(a study.Answer) bool { return a.ID == row.AnswerID })
		if at < 0 {
			return nil, fmt.Errorf("code %s stands for an answer that is not there", row.Code)
		}
		list[i] = BlindedText{Code: row.Code, Before: answers[at].Text, After: row.Text}
		n, spans, err := doneTo(row)
		if err != nil {
			return nil, err
		}
		list[i].Rules, list[i].Replaced = n.Rules, len(spans)
	}
	return list, nil
}

// Persons lists the names of a study that are always replaced.
func (c *Conduct) Persons(ctx context.Context, studyID string) ([]string, error) {
	return c.db.Persons(ctx, studyID)
}

// GoldFolder is where the expert documents of a test's area of law are; "" in the case makes it a Problem.
func (c *Conduct) GoldFolder(ctx context.Context, ref Ref) (string, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return "", err
	}
	if s.kase.Area == "" {
		return "", &study.Problem{ID: "conduct.no-area", Args: map[string]any{"case": s.kase.ID}}
	}
	return c.home.Gold(s.kase.Area)
}

// TestFolder is the folder of a test among the documents.
func (c *Conduct) TestFolder(ref Ref) (string, error) { return c.home.TestDir(ref.Study, ref.Test) }

// ReportFile is the path of a test's readable report.
func (c *Conduct) ReportFile(ref Ref) (string, error) {
	dir, err := c.home.Report(ref.Study, ref.Test)
	if err != nil {
		return "", err
	}
	return Written{Folder: dir}.HTML(), nil
}

// IsSample tells whether a test is the one of the bundled sample study.
func (c *Conduct) IsSample(ref Ref) bool {
	s, _, err := bundle()
	return err == nil && ref.Study == s.Study.ID && ref.Test == s.Test
}

// IsSampleStudy tells whether a study is the bundled sample study.
func (c *Conduct) IsSampleStudy(id string) bool {
	s, _, err := bundle()
	return err == nil && id == s.Study.ID
}

// TextOf reads the text of a document.
func TextOf(ctx context.Context, f File) (string, error) {
	doc, err := extract.Read(ctx, f.Name, f.Data)
	if err != nil {
		return "", study.InFile(err, f.Name)
	}
	return doc.Text, nil
}

// Log is the study log of a study, from its first entry on.
func (c *Conduct) Log(ctx context.Context, studyID string) ([]studylog.Entry, error) {
	return c.db.Log(ctx, studyID)
}

// Reviewer is a person whose sheet is in, and how many ratings it holds.
type Reviewer struct {
	ID     string
	Values int
}

// Reviewers lists whose sheets are in.
func (c *Conduct) Reviewers(ctx context.Context, ref Ref) ([]Reviewer, error) {
	stored, err := c.db.Sheets(ctx, ref)
	if err != nil {
		return nil, err
	}
	list := make([]Reviewer, len(stored))
	for i, s := range stored {
		_, values := sheets.Reading{Ratings: s.Ratings}.Taken()
		list[i] = Reviewer{ID: s.Rater.ID, Values: values}
	}
	return list, nil
}
