package report

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// dataFormat names the format of the data file; FORMAT.md specifies it.
const dataFormat = "iucom-data/1"

// The types below are the data file. Field names are part of the format; values are machine words.
type (
	data struct {
		Format      string                      `json:"format"`
		Program     string                      `json:"program"`
		Written     string                      `json:"written"`
		Study       dataStudy                   `json:"study"`
		Case        dataCase                    `json:"case"`
		Test        dataTest                    `json:"test"`
		Answers     []dataAnswer                `json:"answers"`
		Raters      []dataRater                 `json:"raters"`
		Ratings     []dataRating                `json:"ratings"`
		Gradings    []dataGrading               `json:"gradings"`
		Figures     []evaluation.Named          `json:"figures"`
		Medians     []dataMedian                `json:"medians"`
		Readings    []dataReading               `json:"readings"`
		Conclusions map[string]stats.Conclusion `json:"conclusions"`
		Confirmed   Confirmatory                `json:"confirmatory"`
		Refusals    []dataRefusal               `json:"refusals"`
		Endings     []dataEnding                `json:"endings"`
		Gold        []dataFile                  `json:"gold"`
		Removals    []dataRemoval               `json:"removals"`
		Commitment  string                      `json:"commitment"`
		Log         dataLog                     `json:"log"`
		dataFurther
	}
	dataStudy struct {
		ID          string         `json:"id"`
		Name        string         `json:"name"`
		Lead        string         `json:"lead"`
		Institution string         `json:"institution"`
		Language    study.Language `json:"language"`
	}
	dataCase struct {
		ID             string                    `json:"id"`
		Title          string                    `json:"title"`
		Area           string                    `json:"area"`
		Jurisdiction   string                    `json:"jurisdiction"`
		LawAsOf        string                    `json:"law_as_of"`
		TargetQuestion string                    `json:"target_question"`
		Reference      study.Maybe[study.Target] `json:"reference"`
		ReferenceBy    string                    `json:"reference_by"`
	}
	dataTest struct {
		ID        string `json:"id"`
		Seed      int32  `json:"seed"`
		Gold      bool   `json:"gold"`
		Unblinded string `json:"unblinded"`
	}
	dataAnswer struct {
		Code          study.Code          `json:"code"`
		ID            string              `json:"id"`
		Condition     study.Condition     `json:"condition"`
		Provider      string              `json:"provider"`
		Model         string              `json:"model"`
		Version       string              `json:"version"`
		Date          string              `json:"date"`
		Participant   string              `json:"participant"`
		Qualification study.Qualification `json:"qualification"`
		Aids          study.Maybe[bool]   `json:"aids_allowed"`
		Consent       study.Consent       `json:"consent"`
		SameQuestion  study.Maybe[bool]   `json:"same_question"`
		Difference    []dataDifference    `json:"question_difference"`
		Finish        study.Finish        `json:"finish"`
		Accepted      bool                `json:"accepted"`
		Words         study.Maybe[int]    `json:"words"`
		GoldAttached  bool                `json:"gold_attached"`
		File          dataFile            `json:"file"`
	}
	dataFile struct {
		Name   string `json:"name"`
		At     string `json:"at,omitempty"`
		SHA256 string `json:"sha256"`
		Size   int64  `json:"size"`
	}
	dataRater struct {
		ID       string          `json:"id"`
		Kind     study.RaterKind `json:"kind"`
		Model    string          `json:"model,omitempty"`
		Replayed bool            `json:"replayed,omitempty"`
		Graded   string          `json:"graded,omitempty"`
	}
	dataRating struct {
		Rater     string                      `json:"rater"`
		Code      study.Code                  `json:"code"`
		Category  study.Maybe[study.Category] `json:"category"`
		Agreement study.Maybe[int]            `json:"agreement"`
		Grade     study.Maybe[int]            `json:"grade"`
		Grid      study.Maybe[study.Grid]     `json:"grid"`
		Target    study.Maybe[study.Target]   `json:"target"`
		Guess     study.Maybe[study.Guess]    `json:"guess"`
		Comment   string                      `json:"comment"`
	}
	dataGrading struct {
		Code       study.Code                  `json:"code"`
		Sources    study.Maybe[dataSources]    `json:"sources"`
		Facts      study.Maybe[dataFacts]      `json:"facts"`
		Bars       map[string]string           `json:"bars"`
		Quality    map[string]study.Maybe[int] `json:"quality"`
		Sub        map[string]study.Maybe[int] `json:"sub"`
		SystemA    study.Maybe[dataSystemA]    `json:"system_a"`
		Departures []dataDeparture             `json:"departures"`
		Notes      []string                    `json:"notes"`
	}
	dataSources struct {
		Checked      int `json:"n"`
		Invented     int `json:"e"`
		Miscited     int `json:"f"`
		Unverifiable int `json:"u"`
	}
	dataFacts struct {
		Checked  int `json:"n"`
		Invented int `json:"t"`
	}
	dataSystemA struct {
		Mean  float64 `json:"mean"`
		Level int     `json:"level"`
	}
	dataDeparture struct {
		Passage  string `json:"passage"`
		Reason   string `json:"reason"`
		Evidence string `json:"evidence"`
		Solution string `json:"solution"`
	}
	dataMedian struct {
		Name string `json:"name"`
		evaluation.Median
	}
	dataReading struct {
		Code study.Code `json:"code"`
		evaluation.Reading
	}
	dataRefusal struct {
		File        string         `json:"file"`
		At          string         `json:"at"`
		Participant string         `json:"participant"`
		Problem     string         `json:"problem"`
		Args        map[string]any `json:"args,omitempty"`
	}
	dataRemoval struct {
		Rule  string `json:"rule"`
		Count int    `json:"count"`
	}
	dataLog struct {
		Entries int    `json:"entries"`
		Last    string `json:"last_hash"`
	}
)

// JSON writes the data file: the ratings and gradings, and every figure with its method, counts, interval and inputs,
// so that all can be recomputed. It contains no wording of an answer.
func JSON(w io.Writer, m *Model) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(m.data()); err != nil {
		return fmt.Errorf("writing the data file: %w", err)
	}
	return nil
}

func (m *Model) data() data {
	d := data{Format: dataFormat, Program: m.Program, Written: stamp(m.Written),
		Study: dataStudy{m.Study.ID, m.Study.Name, m.Study.Lead, m.Study.Institution, m.Study.Language},
		Case: dataCase{m.Case.ID, m.Case.Title, m.Case.Area, m.Case.Jurisdiction, m.Case.LawAsOf, m.Case.TargetQuestion,
			m.Case.Reference, m.Case.ReferenceBy},
		Test:    dataTest{m.Test.ID, m.Test.Seed, m.Figures.Gold, stamp(m.Test.Finished)},
		Answers: []dataAnswer{}, Raters: []dataRater{}, Ratings: []dataRating{}, Gradings: []dataGrading{},
		Figures: append(m.Figures.List(), m.Beside...), Medians: []dataMedian{}, Readings: []dataReading{},
		Conclusions: map[string]stats.Conclusion{"blinding_humans": m.Figures.Humans.Conclusion, "blinding_ai": m.Figures.AI.Conclusion},
		Confirmed:   m.Confirmatory, Refusals: []dataRefusal{}, Endings: m.dataEndings(), Gold: []dataFile{}, Removals: []dataRemoval{}, Commitment: m.Commitment,
		dataFurther: m.dataFurther()}
	for _, a := range m.Answers {
		d.Answers = append(d.Answers, m.dataAnswer(a))
	}
	m.dataRatings(&d)
	m.dataSummaries(&d)
	for _, r := range m.Refusals {
		d.Refusals = append(d.Refusals, dataRefusal{r.File, r.At, r.Participant, r.Problem.ID, r.Problem.Args})
	}
	for _, g := range m.Gold {
		d.Gold = append(d.Gold, dataFile{Name: g.Name, SHA256: g.SHA256, Size: g.Size})
	}
	for _, r := range m.Removals {
		d.Removals = append(d.Removals, dataRemoval(r))
	}
	if n := len(m.Log); n > 0 {
		d.Log = dataLog{n, m.Log[n-1].Hash}
	}
	return d
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

func (m *Model) dataAnswer(a Answer) dataAnswer {
	o, f := a.Answer.Origin, a.Answer.File
	if a.Answer.Condition.Human() {
		f.Name = "" // it may be the person's own
	}
	return dataAnswer{Code: a.Code, ID: a.Answer.ID, Condition: a.Answer.Condition, Provider: o.Provider, Model: o.Model,
		Version: o.Version, Date: o.Date, Participant: o.Participant, Qualification: o.Qualification, Aids: o.Aids, Consent: o.Consent,
		SameQuestion: m.SameQuestion(a.Answer), Difference: m.dataDifference(a.Answer), Finish: a.Answer.Finish,
		Accepted: a.Answer.Accepted, Words: a.Words(), GoldAttached: a.GoldAttached, File: dataFile{f.Name, f.At, f.SHA256, f.Size}}
}

func (m *Model) dataRatings(d *data) {
	add := func(rater string, r study.Rating) {
		d.Ratings = append(d.Ratings, dataRating{rater, r.Code, r.Category, r.Agreement, r.Grade, r.Grid, r.Target, r.Guess, r.Comment})
	}
	for _, s := range m.Sheets {
		d.Raters = append(d.Raters, dataRater{ID: s.Rater.ID, Kind: s.Rater.Kind})
		for _, r := range s.Ratings {
			add(s.Rater.ID, r)
		}
	}
	if m.Grader == nil {
		return
	}
	d.Raters = append(d.Raters, dataRater{m.Grader.ID, m.Grader.Kind, m.Grader.Model, m.Grader.Replayed, stamp(m.Grader.Graded)})
	for _, g := range m.Gradings {
		add(m.Grader.ID, g.Rating)
		d.Gradings = append(d.Gradings, dataOf(g))
	}
}

func dataOf(g study.Grading) dataGrading {
	d := dataGrading{Code: g.Rating.Code, Bars: map[string]string{}, Quality: g.Quality, Sub: g.Sub,
		Sources:    turned(g.Sources, func(n study.SourceCounts) dataSources { return dataSources(n) }),
		Facts:      turned(g.Facts, func(n study.FactCounts) dataFacts { return dataFacts(n) }),
		SystemA:    turned(g.SystemA, func(a study.SystemA) dataSystemA { return dataSystemA(a) }),
		Departures: []dataDeparture{}, Notes: append([]string{}, g.Notes...)}
	for id, passed := range g.Bars {
		d.Bars[id] = "failed"
		if passed {
			d.Bars[id] = "passed"
		}
	}
	for _, x := range g.Departures {
		d.Departures = append(d.Departures, dataDeparture(x))
	}
	return d
}

// turned gives a value another type and keeps the reason of an absence.
func turned[A, B any](m study.Maybe[A], turn func(A) B) study.Maybe[B] {
	if v, ok := m.Get(); ok {
		return study.Known(turn(v))
	}
	return study.Absent[B](m.Why())
}

func (m *Model) dataSummaries(d *data) {
	add := func(name string, v evaluation.Verdicts) {
		d.Medians = append(d.Medians, dataMedian{"grade." + name, v.Grade}, dataMedian{"grid." + name, v.GridMedian})
	}
	for _, a := range m.Figures.Answers {
		add(string(a.Code), a.People)
		d.Readings = append(d.Readings, dataReading{a.Code, a.Reading})
	}
	for _, c := range m.Figures.Conditions {
		add(string(c.Condition), c.People)
	}
}
