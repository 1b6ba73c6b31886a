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
		Graders        []dataGrader      `json:"graders"`
		Unfinished     []dataUnfinished  `json:"unfinished"`
		Final          []dataFinal       `json:"final_categories"`
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
		Grader     string       `json:"grader"`
		Model      string       `json:"model"`
		Family     string       `json:"family"`
		Own        stats.Figure `json:"own"`
		Others     stats.Figure `json:"others"`
		Difference stats.Figure `json:"difference"`
		Effect     stats.Figure `json:"effect"`
	}
	dataGrader struct {
		Rater             string       `json:"rater"`
		Provider          string       `json:"provider"`
		Model             string       `json:"model"`
		Configured        string       `json:"configured"`
		Independence      string       `json:"independence"`
		Warning           bool         `json:"warning"`
		Shared            []string     `json:"shared_families"`
		Unknown           []string     `json:"unknown_models"`
		Complete          bool         `json:"complete"`
		Because           string       `json:"because"`
		Repeats           int          `json:"repeats"`
		Graded            int          `json:"graded"`
		LeftOut           []study.Code `json:"left_out"`
		Departures        int          `json:"departures"`
		WithoutEvidence   int          `json:"departures_without_evidence"`
		NoDifferentiation bool         `json:"no_differentiation"`
	}
	dataUnfinished struct {
		Condition study.Condition `json:"condition"`
		Done      int             `json:"done"`
		Runs      int             `json:"runs"`
		Because   string          `json:"because"`
	}
	dataFinal struct {
		Condition study.Condition                     `json:"condition"`
		Open      int                                 `json:"open"`
		Shares    map[study.Category]evaluation.Share `json:"shares"`
	}
)

func (m *Model) dataFurther() dataFurther {
	d := dataFurther{[]dataRetrieval{}, []dataCheck{}, []dataRequest{}, []dataAdjudicated{}, []dataRepeat{}, []dataPreference{},
		[]dataGrader{}, []dataUnfinished{}, []dataFinal{}}
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
		d.SelfPreference = append(d.SelfPreference, dataPreference{s.Grader.ID, s.Grader.Model, s.Family, s.Own, s.Others, s.Difference, s.Effect})
	}
	m.dataGraders(&d)
	return d
}

func (m *Model) dataGraders(d *dataFurther) {
	for _, g := range m.Graders {
		d.Graders = append(d.Graders, dataGrader{g.Rater.ID, g.Provider, g.Rater.Model, g.Configured, g.Independence, g.Warns,
			append([]string{}, g.Shared...), append([]string{}, g.Unknown...), g.Complete, g.Because, g.Repeats, g.Graded,
			append([]study.Code{}, g.LeftOut...), g.Departures, g.WithoutEvidence, g.NoDifferentiation})
	}
	for _, u := range m.Unfinished {
		d.Unfinished = append(d.Unfinished, dataUnfinished(u))
	}
	for _, f := range m.Final {
		d.Final = append(d.Final, dataFinal(f))
	}
}
