package intake

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// exportOutput is the line out for exports and documents.
type exportOutput struct {
	ID       json.RawMessage `json:"id,omitempty"`
	File     string          `json:"file"`
	Format   *string         `json:"format"`
	Answers  []stageAnswer   `json:"answers"`
	Problems []stagePart     `json:"problems"`
	Skipped  map[string]int  `json:"skipped"`
	Error    *stageRefusal   `json:"error"`
}

// stageAnswer is one answer of an export.
type stageAnswer struct {
	At        string        `json:"at"`
	ID        *string       `json:"id"`
	Text      string        `json:"text"`
	Provider  *string       `json:"provider"`
	Model     *string       `json:"model"`
	Version   *string       `json:"version"`
	Date      *string       `json:"date"`
	Prompt    *string       `json:"prompt"`
	Finish    study.Finish  `json:"finish"`
	FinishRaw *string       `json:"finish_raw"`
	Usage     *stageUsage   `json:"usage"`
	Sources   []stageSource `json:"sources"`
	Tools     []string      `json:"tools"`
	Use       Use           `json:"use"`
}

type stageUsage struct {
	Input           int `json:"input"`
	InputCached     int `json:"input_cached"`
	InputCacheWrite int `json:"input_cache_write"`
	Output          int `json:"output"`
	Reasoning       int `json:"reasoning"`
	Searches        int `json:"searches"`
}

type stageSource struct {
	Title *string `json:"title"`
	URL   *string `json:"url"`
}

// stagePart is a part of an export that is no answer.
type stagePart struct {
	At      string  `json:"at"`
	ID      *string `json:"id"`
	Kind    string  `json:"kind"`
	Message string  `json:"message"`
}

// stageRefusal says why a whole file is turned down.
type stageRefusal struct {
	Kind    string `json:"kind"`
	Line    *int   `json:"line,omitempty"`
	Message string `json:"message"`
}

// tableOutput is the line out for tables.
type tableOutput struct {
	ID       json.RawMessage `json:"id,omitempty"`
	File     string          `json:"file"`
	Detected *stageDetected  `json:"detected"`
	Rows     []stageRow      `json:"rows"`
	Skipped  map[string]int  `json:"skipped"`
	Problems []stageCell     `json:"problems"`
	Error    *stageRefusal   `json:"error"`
}

type stageDetected struct {
	Kind      string            `json:"kind"`
	Encoding  string            `json:"encoding,omitempty"`
	Delimiter string            `json:"delimiter,omitempty"`
	Sheet     string            `json:"sheet,omitempty"`
	HeaderRow int               `json:"header_row"`
	Columns   map[string]string `json:"columns"`
}

// stageRow is one answer of a table.
type stageRow struct {
	Row       int     `json:"row"`
	Answer    *string `json:"answer"`
	Condition *string `json:"condition"`
	Provider  *string `json:"provider"`
	Model     *string `json:"model"`
	Version   *string `json:"version"`
	Date      *string `json:"date"`
	Prompt    *string `json:"prompt"`
	Aids      *string `json:"aids"`
	ID        *string `json:"id"`
	Consent   *bool   `json:"consent"`
	Use       Use     `json:"use"`
}

// stageCell is a row or cell that needs a look.
type stageCell struct {
	Row     int    `json:"row"`
	Column  string `json:"column"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// orNull is a text, or null where there is none.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// fileKinds are the machine words of whole files that can not be read.
var fileKinds = map[string]string{
	"file.empty": "empty-file", "file.broken": "damaged-file", "file.password": "encrypted-file", "intake.broken-json": "invalid-json",
}

// kindOf is the machine word of a problem in stage output: the last part of its ID unless it has a word of its own.
func kindOf(p *study.Problem, file string) string {
	kind, own := fileKinds[p.ID]
	if !own {
		return p.ID[strings.LastIndexByte(p.ID, '.')+1:]
	}
	if tableName(file) && strings.HasSuffix(kind, "ed-file") {
		return strings.TrimSuffix(kind, "file") + "workbook"
	}
	return kind
}

func (s Stage) message(p *study.Problem) string {
	sentence, remedy := s.Words.Problem(p)
	return sentence + " " + remedy
}

func (s Stage) refusal(p *study.Problem, file string) *stageRefusal {
	if p == nil {
		return nil
	}
	r := &stageRefusal{Kind: kindOf(p, file), Message: s.message(p)}
	if line, ok := p.Args["line"].(int); ok {
		r.Line = &line
	}
	return r
}

func (s Stage) exportOutput(in stageInput, p Preview) exportOutput {
	out := exportOutput{
		ID: in.ID, File: p.File.Name, Format: orNull(p.Format), Answers: []stageAnswer{}, Problems: []stagePart{},
		Skipped: p.Skipped, Error: s.refusal(p.Error, p.File.Name),
	}
	if p.Error != nil {
		out.Format = nil
	}
	for _, c := range p.Candidates {
		out.Answers = append(out.Answers, exportAnswer(c))
	}
	for _, one := range p.Problems {
		at, _ := one.Args["at"].(string)
		id, _ := one.Args["id"].(string)
		out.Problems = append(out.Problems, stagePart{At: at, ID: orNull(id), Kind: kindOf(one, ""), Message: s.message(one)})
	}
	return out
}

// exportAnswer shows a candidate of an export. The use in this shape speaks of how the answer ended, and of a consent that was
// denied; what else has to be asked about a person's answer is a matter of the study.
func exportAnswer(c Candidate) stageAnswer {
	o := c.Answer.Origin
	a := stageAnswer{
		At: c.Answer.File.At, ID: orNull(c.Key), Text: c.Answer.Text, Provider: orNull(o.Provider), Model: orNull(o.Model),
		Version: orNull(o.Version), Date: orNull(o.Date), Prompt: orNull(c.Answer.Question), Finish: c.Answer.Finish,
		FinishRaw: orNull(c.FinishRaw), Sources: []stageSource{}, Tools: orEmpty(c.Tools), Use: useOf(c.Answer.Finish, c.Answer.Text),
	}
	if a.Finish == study.FinNotStated {
		a.Finish = study.Complete
	}
	if o.Consent == study.ConsentDenied {
		a.Use = UseNo
	}
	if c.Usage != nil {
		u := stageUsage(*c.Usage)
		a.Usage = &u
	}
	for _, src := range c.Sources {
		a.Sources = append(a.Sources, stageSource{orNull(src.Title), orNull(src.URL)})
	}
	return a
}

func (s Stage) tableOutput(in stageInput, p Preview) tableOutput {
	out := tableOutput{
		ID: in.ID, File: p.File.Name, Rows: []stageRow{}, Skipped: p.Skipped, Problems: []stageCell{},
		Error: s.refusal(p.Error, p.File.Name),
	}
	if t := p.Table; t != nil {
		out.Detected = &stageDetected{t.Kind, t.Encoding, t.Delimiter, t.Sheet, t.HeaderRow, t.Columns}
	}
	problems := append(slices.Clone(p.Problems), p.Remarks...)
	for _, c := range p.Candidates {
		out.Rows = append(out.Rows, tableRow(c))
		if c.Problem != nil {
			problems = append(problems, c.Problem)
		}
	}
	slices.SortStableFunc(problems, func(a, b *study.Problem) int { return cmp.Compare(a.Row, b.Row) })
	for _, one := range problems {
		out.Problems = append(out.Problems, stageCell{one.Row, one.Column, kindOf(one, ""), s.message(one)})
	}
	return out
}

// tableRow shows a candidate of a table. A person's answer that waits for a word about consent is not used until then.
func tableRow(c Candidate) stageRow {
	a, o := c.Answer, c.Answer.Origin
	r := stageRow{
		Row: c.row, Answer: orNull(a.Text), Condition: orNull(string(a.Condition)), Provider: orNull(o.Provider),
		Model: orNull(o.Model), Version: orNull(o.Version), Date: orNull(o.Date), Prompt: orNull(a.Question),
		Aids: orNull(c.Aids), ID: orNull(c.Key), Use: c.Use,
	}
	if yes := c.Stated == study.ConsentGiven; yes || c.Stated == study.ConsentDenied {
		r.Consent = &yes
	}
	if a.Condition.Human() && o.Consent != study.ConsentGiven {
		r.Use = UseNo
	}
	return r
}
