package conduct

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/job"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/report"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Program names the program in reports.
const Program = "IUCOM Studien 0.1.0"

// Written is a report that was written to disk.
type Written struct {
	Folder string   `json:"folder"`
	Files  []string `json:"files"` // paths
}

// HTML is the path of the readable report.
func (w Written) HTML() string { return filepath.Join(w.Folder, "report.html") }

// Report writes the report of an unblinded test into its folder Bericht: report.html, report.docx, data.csv, data.json, the
// tables and the script for a statistician, and the study log so far. The entry that says so keeps the checksum of each.
func (c *Conduct) Report(ctx context.Context, ref Ref, tell job.Report) (Written, error) {
	return c.ReportAs(ctx, ref, ReportOptions{}, tell)
}

// ReportOptions are what a person asks of a report beyond what stands in it anyway.
type ReportOptions struct {
	AllPairs bool // Cohen's kappa of every pair of people, where more than two rated
}

// ReportAs is Report with what a person asks of it.
func (c *Conduct) ReportAs(ctx context.Context, ref Ref, o ReportOptions, tell job.Report) (Written, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return Written{}, err
	}
	if s.test.State != study.Unblinded {
		return Written{}, &study.Problem{ID: "test.not-unblinded", Args: map[string]any{"test": ref.Test}}
	}
	dir, err := c.home.Report(ref.Study, ref.Test)
	if err != nil {
		return Written{}, err
	}
	tell(0, 2, "compute")
	m, err := c.evaluated(ctx, s)
	if err != nil {
		return Written{}, err
	}
	m.AllPairs = o.AllPairs
	tell(1, 2, "report")
	files, err := render(m, c.wordsOf(s.study.Language))
	if err != nil {
		return Written{}, err
	}
	if err := folder.WriteInto(dir, files, 0o600); err != nil {
		return Written{}, err
	}
	sums := make(map[string]string)
	for _, f := range files {
		sums[f.Name] = sumBytes(f.Data)
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		return tx.Note(ctx, studylog.Reported, ref.Test, map[string]any{"program": Program, "folder": filepath.Base(dir), "files": sums})
	})
	if err != nil {
		return Written{}, err
	}
	w := Written{Folder: dir}
	for _, f := range files {
		w.Files = append(w.Files, filepath.Join(dir, f.Name))
	}
	tell(2, 2, "")
	return w, nil
}

// evaluated computes the figures of a test and fills the report's model with them.
func (c *Conduct) evaluated(ctx context.Context, s *situation) (report.Model, error) {
	in, err := c.evaluationInput(ctx, s)
	if err != nil {
		return report.Model{}, err
	}
	figures, err := evaluation.Compute(ctx, in)
	if err != nil {
		return report.Model{}, err
	}
	return c.model(ctx, s, in, figures)
}

// render makes the files of a report.
func render(m report.Model, words *lang.Catalogue) ([]folder.File, error) {
	parts := []struct {
		name  string
		write func(io.Writer) error
	}{
		{"report.html", func(w io.Writer) error { return report.HTML(w, &m, words) }},
		{"report.docx", func(w io.Writer) error { return report.DOCX(w, &m, words) }},
		{"data.csv", func(w io.Writer) error { return report.CSV(w, &m, words) }},
		{"data.json", func(w io.Writer) error { return report.JSON(w, &m) }},
		{"ratings.csv", func(w io.Writer) error { return report.Ratings(w, &m) }},
		{"figures.csv", func(w io.Writer) error { return report.FigureTable(w, &m) }},
		{"analysis.R", func(w io.Writer) error { return report.RScript(w, words) }},
		{"pairs.csv", func(w io.Writer) error { return report.Pairs(w, &m) }},
		{"log.jsonl", func(w io.Writer) error { return studylog.Encode(w, m.Study.ID, m.Log) }},
	}
	var files []folder.File
	for _, p := range parts {
		if p.name == "pairs.csv" && len(m.Confirmatory.Hypotheses) == 0 {
			continue // without a hypothesis there is nothing to pair
		}
		var b bytes.Buffer
		if err := p.write(&b); err != nil {
			return nil, fmt.Errorf("writing %s: %w", p.name, err)
		}
		files = append(files, folder.File{Name: p.name, Data: b.Bytes()})
	}
	return files, nil
}

// model fills the report's model from what is stored.
func (c *Conduct) model(ctx context.Context, s *situation, in evaluation.Input, figures evaluation.Figures) (report.Model, error) {
	log, err := c.db.Log(ctx, s.ref.Study)
	if err != nil {
		return report.Model{}, err
	}
	m := report.Model{
		Program: Program, Written: log[len(log)-1].Time, Study: s.study, Case: s.kase, Test: s.test,
		Sheets: in.Sheets, Gradings: in.Gradings, Figures: figures, Log: log,
	}
	if s.usesGold() {
		m.Gold = s.gold
	}
	others, err := c.db.BlindedOthers(ctx, s.ref)
	if err != nil {
		return m, err
	}
	if len(others) > 0 {
		m.FactsRead = others[0]
	}
	if m.Answers, m.Removals, err = c.modelAnswers(ctx, s); err != nil {
		return m, err
	}
	if m.Grader, err = c.modelGrader(ctx, s.ref); err != nil {
		return m, err
	}
	if m.Criteria, err = criteria(s.study.Language); err != nil {
		return m, err
	}
	if m.Refusals, err = c.modelRefusals(ctx, s.ref); err != nil {
		return m, err
	}
	if m.Endings, err = c.Endings(ctx, s.ref); err != nil {
		return m, err
	}
	key, err := c.db.Key(ctx, s.ref)
	if err != nil {
		return m, err
	}
	m.Commitment = key.Commitment()
	if m.Confirmatory, err = c.confirmatory(ctx, s.ref.Study); err != nil {
		return m, err
	}
	return m, c.modelFurther(ctx, s, &m)
}

// modelAnswers brings answers and codes together and counts what blinding took out.
func (c *Conduct) modelAnswers(ctx context.Context, s *situation) ([]report.Answer, []report.Removal, error) {
	rows, err := c.db.BlindingLog(ctx, s.ref)
	if err != nil {
		return nil, nil, err
	}
	var answers []report.Answer
	counts := make(map[string]int)
	for _, row := range rows {
		i := slices.IndexFunc(s.answers, func(a study.Answer) bool { return a.ID == row.AnswerID })
		if i < 0 {
			return nil, nil, fmt.Errorf("code %s stands for an answer that is not there", row.Code)
		}
		answers = append(answers, report.Answer{
			Code: row.Code, Answer: s.answers[i], Blinded: s.seen(row), GoldAttached: s.answers[i].Origin.SawGold,
		})
		if err := countRemovals(row, counts); err != nil {
			return nil, nil, err
		}
	}
	return answers, removals(counts), nil
}

// modelGrader is the AI grader as the report names it.
func (c *Conduct) modelGrader(ctx context.Context, ref Ref) (*report.Grader, error) {
	set, ok, err := c.headline(ctx, ref)
	if err != nil || !ok {
		return nil, err
	}
	return &report.Grader{Rater: set.Rater, Graded: set.Time}, nil
}

// modelRefusals lists what was not taken in.
func (c *Conduct) modelRefusals(ctx context.Context, ref Ref) ([]report.Refusal, error) {
	stored, err := c.db.Refusals(ctx, ref)
	if err != nil {
		return nil, err
	}
	list := make([]report.Refusal, len(stored))
	for i, r := range stored {
		file := r.File
		if r.Participant != "" || r.ProblemID == "intake.no-consent" || r.ProblemID == "intake.name-in-id" {
			file = "" // the name of a person's file may be the person's own
		}
		list[i] = report.Refusal{File: file, At: r.At, Participant: r.Participant, Problem: study.Problem{ID: r.ProblemID, Args: r.Args}}
	}
	return list, nil
}

// criteria names the bars, qualities and sub-competences in a language.
func criteria(l study.Language) ([]report.Criterion, error) {
	systems, err := grading.BundledSystems()
	if err != nil {
		return nil, fmt.Errorf("loading the grading systems: %w", err)
	}
	var list []report.Criterion
	for _, b := range systems.A.Bars {
		list = append(list, report.Criterion{ID: b.ID, Name: b.Name[l]})
	}
	for _, q := range systems.A.Criteria {
		list = append(list, report.Criterion{ID: q.ID, Name: q.Name[l], Weight: q.Weight})
	}
	for _, sub := range systems.B.SubCompetences {
		list = append(list, report.Criterion{ID: sub.ID, Name: sub.Name[l]})
	}
	return list, nil
}
