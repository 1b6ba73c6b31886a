package report

import (
	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// The types below are the part of the data file that not every test has; without an entry each list is empty.
type (
	dataFurther struct {
		Retrieval      []dataRetrieval   `json:"retrieval"`
		Checks         []dataCheck       `json:"source_checks"`
		Requests       []dataRequest     `json:"requests"`
		Adjudicated    []dataAdjudicated `json:"adjudicated"`
		Repeats        []dataRepeat      `json:"repeats"`
		SelfPreference []dataPreference  `json:"self_preference"`
	}
	dataRetrieval struct {
		Code      study.Code       `json:"code"`
		Precision evaluation.Share `json:"precision"`
		HitRate   evaluation.Share `json:"hit_rate"`
		Fidelity  evaluation.Share `json:"fidelity"`
		By        string           `json:"by"`
	}
	dataCheck struct {
		Code     study.Code    `json:"code"`
		Citation string        `json:"citation"`
		Outcome  SourceOutcome `json:"outcome"`
		Register string        `json:"register"`
		Found    string        `json:"found"`
		Time     string        `json:"time"`
	}
	dataRequest struct {
		Purpose  string                    `json:"purpose"`
		Provider string                    `json:"provider"`
		Model    string                    `json:"model"`
		Settings ledger.Settings           `json:"settings"`
		State    ledger.State              `json:"state"`
		Hash     string                    `json:"hash"`
		Sent     string                    `json:"sent"`
		Usage    study.Maybe[ledger.Usage] `json:"usage"`
		Cost     study.Maybe[ledger.Money] `json:"cost"`
	}
	dataAdjudicated struct {
		By string `json:"by"`
		dataRating
	}
	dataRepeat struct {
		Rater string           `json:"rater"`
		Equal evaluation.Share `json:"equal"`
		Kappa stats.Figure     `json:"kappa"`
	}
	dataPreference struct {
		Grader     string           `json:"grader"`
		Model      string           `json:"model"`
		Family     string           `json:"family"`
		Own        evaluation.Share `json:"own"`
		Others     evaluation.Share `json:"others"`
		Difference stats.Figure     `json:"difference"`
	}
)

func (m *Model) dataFurther() dataFurther {
	d := dataFurther{[]dataRetrieval{}, []dataCheck{}, []dataRequest{}, []dataAdjudicated{}, []dataRepeat{}, []dataPreference{}}
	for _, r := range m.Retrieval {
		d.Retrieval = append(d.Retrieval, dataRetrieval(r))
	}
	for _, c := range m.Checks {
		d.Checks = append(d.Checks, dataCheck{c.Code, c.Citation, c.Outcome, c.Register, c.Found, stamp(c.Time)})
	}
	for _, e := range m.Requests {
		r := e.Request
		d.Requests = append(d.Requests, dataRequest{r.Purpose, r.Provider, r.Model, r.Settings, e.State, e.Hash, stamp(e.Sent), e.Reply.Usage, e.Reply.Cost})
	}
	for _, a := range m.Adjudicated {
		r := settled(a.Rating)
		d.Adjudicated = append(d.Adjudicated, dataAdjudicated{a.By, dataRating{"", r.Code, r.Category, r.Agreement, r.Grade, r.Grid, r.Target, r.Guess, r.Comment}})
	}
	for _, r := range m.Repeats {
		d.Repeats = append(d.Repeats, dataRepeat{r.Rater.ID, r.Equal, r.Kappa})
	}
	for _, s := range m.SelfPreference {
		d.SelfPreference = append(d.SelfPreference, dataPreference{s.Grader.ID, s.Grader.Model, s.Family, s.Own, s.Others, s.Difference})
	}
	return d
}
