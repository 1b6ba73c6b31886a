package conduct

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"iucomstudien/internal/answering"
	"iucomstudien/internal/blinding"
	"iucomstudien/internal/job"
	"iucomstudien/internal/ledger"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/sources"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
)

// Most runs of one series.
const (
	MostReporterRuns = 10
	MostControlRuns  = 50
)

// AskOrder is what a person asks a model for: answers under a condition, so many in all.
type AskOrder struct {
	Condition study.Condition // control or reporter
	Runs      int             // in all: what was answered before under the same settings counts
	Provider  string          // name of a configured provider
	Model     string          // "": the one that is configured
	Settings  ledger.Settings
	Gold      bool           // reporter: the gold standard is searched, too; every answer says that it is no measurement
	Limits    sources.Limits // reporter: of the sources in a request; zero: [answering.DefaultLimits]
	Terms     Terms
	Batch     bool // control: all requests at once in a batch of the provider; see [Conduct.Ask]
}

// AskState is how far a run has come.
type AskState string

const (
	AskDone AskState = "done" // the answer is in the test
	// The reply is set aside for what it is, and Why says what.
	AskBlocked   AskState = "blocked"   // by the provider
	AskRefused   AskState = "refused"   // by the model
	AskTruncated AskState = "truncated" // it was cut off: a person decides about it
	AskAside     AskState = "set-aside" // for another reason
	AskEmpty     AskState = "empty"     // there was no word in it: it can be sent again, by a person's decision
	AskWaiting   AskState = "waiting"   // a person has to decide, or it can be asked again; Why says which
	AskNot       AskState = "not-begun"
)

// AskRun is what became of one run.
type AskRun struct {
	Number  int
	State   AskState
	Answer  string // ID: of an answer (a01), or of what was set aside in its place (w01)
	Finish  study.Finish
	Sources int // reporter: that were given to the model
	Marks   int // reporter: marks such as [S1] in the answer, which would tell raters where it comes from
	Kept    bool
	Why     *study.Problem
}

// Asked is the outcome of asking.
type Asked struct {
	Runs     []AskRun
	Imported Imported // what came in now
	Gold     bool     // no measurement
}

// Done counts the runs that are done.
func (a Asked) Done() int {
	n := 0
	for _, r := range a.Runs {
		if r.State.settled() {
			n++
		}
	}
	return n
}

// settled tells whether a run has come to its end, with an answer or with what is set aside in its place.
func (s AskState) settled() bool {
	switch s {
	case AskDone, AskBlocked, AskRefused, AskTruncated, AskAside:
		return true
	}
	return false
}

// Without counts the runs that came to their end and brought no answer.
func (a Asked) Without() int {
	n := 0
	for _, r := range a.Runs {
		if r.State.settled() && r.State != AskDone {
			n++
		}
	}
	return n
}

// stateOf is how a run ended whose reply was set aside.
func stateOf(f study.Finish) AskState {
	switch f {
	case study.FinBlocked:
		return AskBlocked
	case study.FinRefused:
		return AskRefused
	case study.FinTruncated:
		return AskTruncated
	}
	return AskAside
}

// nameAsides says of each run whose reply was set aside what it is.
func (c *Conduct) nameAsides(ctx context.Context, ref Ref, runs []AskRun) error {
	asides, err := c.Asides(ctx, ref)
	if err != nil {
		return err
	}
	for i, r := range runs {
		at := slices.IndexFunc(asides, func(a Aside) bool { return a.ID == r.Answer })
		if r.State == AskDone && at >= 0 {
			runs[i].State, runs[i].Finish, runs[i].Why = stateOf(asides[at].Answer.Finish), asides[at].Answer.Finish, asides[at].Problem
		}
	}
	return nil
}

// plan is what is asked, ready to be asked.
type plan struct {
	s        *situation
	o        AskOrder
	q        answering.Question
	setup    answering.Setup
	reporter *answering.Reporter // nil for the control
	series   string
	about    json.RawMessage         // provider, model, settings
	before   map[int]sqlite.AskedRun // by number
	searched Documents
}

// ForecastAsking tells what asking would need: how many requests and the most they are likely to cost. It sends nothing. For the
// Reporter the sources that the question alone brings stand for those that the model's search terms will bring.
func (c *Conduct) ForecastAsking(ctx context.Context, ref Ref, o AskOrder, report job.Report) (llm.Forecast, error) {
	p, err := c.plan(ctx, ref, o, report)
	if err != nil {
		return llm.Forecast{}, err
	}
	desk, err := c.desk(ctx, ref, o.Provider, o.Terms)
	if err != nil {
		return llm.Forecast{}, err
	}
	requests, err := p.requests(ctx)
	if err != nil {
		return llm.Forecast{}, err
	}
	if o.Batch {
		return desk.ForecastBatch(ctx, requests)
	}
	return desk.Forecast(ctx, requests)
}

// NamesSent lists who and what the facts of a test name that blinding would replace by a placeholder. A model is asked
// with the facts as they were entered: placeholders are given when a test is blinded, so that those of facts and answers are
// the same. Whoever asks is to know these names first.
func (c *Conduct) NamesSent(ctx context.Context, ref Ref) ([]string, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	options, err := c.blindingOptions(ctx, ref, nil, nil)
	if err != nil {
		return nil, err
	}
	options.Pseudonymise = true
	set, err := c.prepare(ctx, blinding.Material{Others: []string{s.kase.Facts}}, options, job.Silent)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, e := range set.Entities {
		if len(e.Surfaces) > 0 {
			names = append(names, e.Surfaces[0])
		}
	}
	return names, nil
}

// requests are those that the runs which are not done will send.
func (p *plan) requests(ctx context.Context) (list []llm.Request, err error) {
	var preview answering.Record
	for n := 1; n <= p.o.Runs; n++ {
		if p.before[n].Done {
			continue
		}
		if p.reporter == nil {
			r, err := answering.Control(p.q, p.setup, n)
			if err != nil {
				return nil, err
			}
			list = append(list, r)
			continue
		}
		if preview.Format == "" {
			if preview, err = p.reporter.Preview(ctx, p.q); err != nil && !study.HasProblem(err, "answering.nothing-found") {
				return nil, err
			}
		}
		terms, _, err := p.reporter.TermsRequest(p.q, n)
		if err != nil {
			return nil, err
		}
		rec, found, err := recordOf(p.before[n])
		if err != nil {
			return nil, err
		}
		if !found {
			rec = preview
		}
		answer, _, err := p.reporter.AnswerRequest(p.q, rec, n)
		if err != nil {
			return nil, err
		}
		list = append(list, terms, answer)
	}
	return list, nil
}

// recordOf is what a run has found before it was stopped.
func recordOf(run sqlite.AskedRun) (rec answering.Record, found bool, err error) {
	if run.Record == nil {
		return rec, false, nil
	}
	if err := json.Unmarshal(run.Record, &rec); err != nil {
		return rec, false, fmt.Errorf("reading what run %d has found: %w", run.Number, err)
	}
	return rec, true, nil
}

// plan checks an order and makes ready what it needs. Problems: test.already-blinded, conduct.no-facts, ask.condition
// (Args: value), ask.runs (Args: n, most), ask.no-batch, conduct.no-area, ask.no-documents (Args: area).
func (c *Conduct) plan(ctx context.Context, ref Ref, o AskOrder, report job.Report) (*plan, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	if why := orderFault(s, o); why != nil {
		return nil, why
	}
	if o.Limits == (sources.Limits{}) {
		o.Limits = answering.DefaultLimits
	}
	o.Gold = o.Gold && o.Condition == study.Reporter
	p := &plan{
		s: s, o: o, q: questionOf(s),
		setup: answering.Setup{Study: ref.Study, Test: ref.Test, Model: o.Model, Settings: o.Settings},
	}
	if o.Condition == study.Reporter {
		if err := c.planReporter(ctx, p, report); err != nil {
			return nil, err
		}
	}
	return p, c.planSeries(ctx, p)
}

func orderFault(s *situation, o AskOrder) *study.Problem {
	most := MostControlRuns
	if o.Condition == study.Reporter {
		most = MostReporterRuns
	}
	switch {
	case o.Condition != study.Control && o.Condition != study.Reporter:
		return &study.Problem{ID: "ask.condition", Args: map[string]any{"value": string(o.Condition)}}
	case o.Runs < 1 || o.Runs > most:
		return &study.Problem{ID: "ask.runs", Args: map[string]any{"n": o.Runs, "most": most}}
	case o.Batch && o.Condition != study.Control:
		return &study.Problem{ID: "ask.no-batch"}
	case s.test.State != study.Collecting:
		return &study.Problem{ID: "test.already-blinded", Args: map[string]any{"test": s.ref.Test}}
	case o.Condition == study.Reporter && s.kase.Area == "":
		return &study.Problem{ID: "conduct.no-area", Args: map[string]any{"case": s.kase.ID}}
	}
	return needCase(s)
}

// questionOf is the question of a test as models are asked it.
func questionOf(s *situation) answering.Question {
	return answering.Question{
		Language: s.study.Language, Facts: s.kase.Facts, Jurisdiction: s.kase.Jurisdiction, LawAsOf: s.kase.LawAsOf,
		Salt: fmt.Sprintf("%s/%d", s.ref, s.test.Seed),
	}
}

// planReporter brings the index up to date and makes the Reporter, still without whom it asks.
func (c *Conduct) planReporter(ctx context.Context, p *plan, report job.Report) (err error) {
	if p.searched, err = c.Documents(ctx, p.s.kase.Area, p.o.Gold, report); err != nil {
		return err
	}
	if p.searched.Searchable() == 0 {
		return &study.Problem{ID: "ask.no-documents", Args: map[string]any{"area": p.s.kase.Area, "n": len(p.searched.Documents)}}
	}
	l, err := c.library()
	if err != nil {
		return err
	}
	p.reporter = &answering.Reporter{
		Setup: p.setup, Library: l, Sources: []sources.Source{ownSource(l, p.s.kase.Area, p.o.Gold)}, Limits: p.o.Limits, Gold: p.o.Gold,
	}
	return nil
}

// planSeries finds the runs that were begun or done under the same wording and settings.
func (c *Conduct) planSeries(ctx context.Context, p *plan) error {
	wording, err := p.wording()
	if err != nil {
		return err
	}
	if p.about, err = json.Marshal(map[string]any{
		"provider": p.o.Provider, "model": p.o.Model, "settings": p.o.Settings, "gold": p.o.Gold, "limits": p.o.Limits,
	}); err != nil {
		return fmt.Errorf("keeping the settings of a run: %w", err)
	}
	sum := sha256.Sum256(slices.Concat([]byte(p.o.Condition), []byte{0}, p.about, []byte{0}, []byte(wording)))
	p.series = hex.EncodeToString(sum[:])
	runs, err := c.db.Runs(ctx, p.s.ref, p.series)
	if err != nil {
		return err
	}
	p.before = make(map[int]sqlite.AskedRun)
	for _, r := range runs {
		p.before[r.Number] = r
	}
	return nil
}

// wording is the text of the requests as far as it is the same in every run.
func (p *plan) wording() (string, error) {
	if p.reporter == nil {
		return answering.ControlRequest(p.q)
	}
	terms, _, err := answering.TermsRequest(p.q)
	if err != nil {
		return "", err
	}
	answer, _, err := answering.ReporterRequest(p.q, nil)
	return terms + answer, err
}
