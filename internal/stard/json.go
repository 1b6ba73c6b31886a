package stard

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// Format names the form of the data file; FORMAT.md specifies it.
const Format = "iucom-stard/1"

type dataFile struct {
	Format  string      `json:"format"`
	Program string      `json:"program"`
	Written string      `json:"written"`
	Study   dataStudy   `json:"study"`
	Flow    dataFlow    `json:"flow"`
	Tables  []dataTable `json:"tables"`
	Cases   []dataCase  `json:"cases"`
	Texts   []dataText  `json:"items"`
	Log     dataLog     `json:"log"`
}

type dataStudy struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Language study.Language `json:"language"`
}

type dataFlow struct {
	Asked       int                    `json:"asked"`
	Excluded    map[Exclusion][]string `json:"excluded"`
	Eligible    int                    `json:"eligible"`
	NoReference []string               `json:"no_reference"`
	Referenced  int                    `json:"referenced"`
}

type dataTable struct {
	Condition        study.Condition         `json:"condition"`
	TP               int64                   `json:"tp"`
	FP               int64                   `json:"fp"`
	FN               int64                   `json:"fn"`
	TN               int64                   `json:"tn"`
	N                int64                   `json:"n"`
	IndeterminateYes int                     `json:"indeterminate_ref_yes"`
	IndeterminateNo  int                     `json:"indeterminate_ref_no"`
	Missing          int                     `json:"missing"`
	Lost             map[Loss][]string       `json:"lost"`
	Figures          map[string]stats.Figure `json:"figures"`
}

type dataCase struct {
	Test         string                    `json:"test"`
	Case         string                    `json:"case"`
	Area         string                    `json:"area"`
	Question     string                    `json:"question"`
	Reference    study.Maybe[study.Target] `json:"reference"`
	ReferenceBy  string                    `json:"reference_by"`
	ReferenceSet string                    `json:"reference_set"`
	Collected    string                    `json:"collected"`
	Rated        string                    `json:"rated"`
	Unblinded    string                    `json:"unblinded"`
	Severity     Severity                  `json:"severity"`
	WhyNot       string                    `json:"why_not"`
	Excluded     Exclusion                 `json:"excluded"`
	Answers      []dataAnswer              `json:"answers"`
}

type dataAnswer struct {
	Code      study.Code                `json:"code"`
	Condition study.Condition           `json:"condition"`
	Provider  string                    `json:"provider"`
	Model     string                    `json:"model"`
	Version   string                    `json:"version"`
	Date      string                    `json:"date"`
	SHA256    string                    `json:"sha256"`
	Reading   study.Maybe[study.Target] `json:"reading"`
	ReadBy    study.RaterKind           `json:"read_by"`
	Lost      Loss                      `json:"lost"`
}

type dataText struct {
	Item    string `json:"item"`
	Status  Status `json:"status"`
	Open    bool   `json:"open"`
	Text    string `json:"text"`
	Changed string `json:"changed"`
}

type dataLog struct {
	Entries int    `json:"entries"`
	Head    string `json:"head"`
}

// JSON writes the data of the report.
func JSON(w io.Writer, m *Model) error {
	d, err := data(m)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(d); err != nil {
		return fmt.Errorf("writing the data of the STARD report: %w", err)
	}
	return nil
}

func data(m *Model) (dataFile, error) {
	list, err := Bundled()
	if err != nil {
		return dataFile{}, err
	}
	f := m.Result.Flow
	d := dataFile{Format: Format, Program: m.Program, Written: stamp(m.Written), Study: dataStudy{m.Study.ID, m.Study.Name, m.Study.Language},
		Flow:   dataFlow{f.Asked, map[Exclusion][]string{}, f.Eligible, append([]string{}, f.NoReference...), f.Referenced},
		Tables: []dataTable{}, Cases: []dataCase{}, Log: dataLog{m.LogEntries, m.LogHead}}
	for _, e := range f.Excluded {
		d.Flow.Excluded[e.Why] = e.Tests
	}
	for _, t := range m.Result.Tables {
		d.Tables = append(d.Tables, tableData(t))
	}
	for _, p := range m.Participants {
		d.Cases = append(d.Cases, caseData(p))
	}
	open := map[string]bool{}
	for _, it := range m.OpenTasks(list) {
		open[it.ID] = true
	}
	for _, it := range list.Items {
		t := m.Texts[it.ID]
		d.Texts = append(d.Texts, dataText{it.ID, it.Status, open[it.ID], t.Text, stamp(t.Changed)})
	}
	return d, nil
}

func tableData(t Table) dataTable {
	c := t.Cells
	d := dataTable{Condition: t.Condition, TP: c.TP, FP: c.FP, FN: c.FN, TN: c.TN, N: t.N(), IndeterminateYes: t.IndeterminateYes,
		IndeterminateNo: t.IndeterminateNo, Missing: t.Missing(), Lost: map[Loss][]string{}, Figures: map[string]stats.Figure{}}
	for _, l := range t.Lost {
		d.Lost[l.Why] = l.Tests
	}
	for _, f := range t.Figures {
		d.Figures[f.Name] = f.Figure
	}
	return d
}

func caseData(p Participant) dataCase {
	d := dataCase{Test: p.Test, Case: p.Case, Area: p.Area, Question: p.Question, Reference: p.Reference, ReferenceBy: p.ReferenceBy,
		ReferenceSet: stamp(p.ReferenceSet), Collected: stamp(p.Collected), Rated: stamp(p.Graded), Unblinded: stamp(p.Unblinded),
		Severity: p.Severity, WhyNot: p.WhyNot, Excluded: p.Excluded, Answers: []dataAnswer{}}
	for _, a := range p.Answers {
		d.Answers = append(d.Answers, dataAnswer{a.Code, a.Condition, a.Origin.Provider, a.Origin.Model, a.Origin.Version, a.Origin.Date, a.SHA256, a.Reading, a.By, a.Lost})
	}
	return d
}

// stamp is a moment in ISO 8601, "" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}
