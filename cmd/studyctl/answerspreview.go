package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
)

// refusalJSON is something to tell about a file, where, and in the person's language.
type refusalJSON struct {
	File    string `json:"file"`
	At      string `json:"at,omitempty"`
	Problem string `json:"problem"`
	Why     string `json:"why"`
	Remedy  string `json:"remedy,omitempty"`
}

// refusalsOut says Problems.
func (t *terminal) refusalsOut(list []*study.Problem) []refusalJSON {
	out := make([]refusalJSON, len(list))
	for i, p := range list {
		at, _ := p.Args["at"].(string)
		if at == "" {
			at = p.Column
		}
		out[i] = refusalJSON{File: p.File, At: at, Problem: p.ID}
		out[i].Why, out[i].Remedy = t.words.Problem(p)
	}
	return out
}

// askedJSON is what waits for a person's word: an answer that is kept until then, or a file of which nothing is taken.
type askedJSON struct {
	ID          string `json:"id,omitempty"` // of the answer that waits; "" for a file
	File        string `json:"file"`
	At          string `json:"at,omitempty"`
	Participant string `json:"participant,omitempty"`
	Problem     string `json:"problem"`
	Why         string `json:"why"`
	Remedy      string `json:"remedy"`
	Flag        string `json:"flag"` // that answers it, of import or decide
}

// flagFor names the flag that answers a question: of «answers import» for a file, of «answers decide» for an answer; ""
// where none does.
func flagFor(id string) string {
	switch id {
	case "import.which-sheet":
		return "--sheet NAME"
	case "import.which-turn":
		return "--turn KEY … | --all-turns"
	case "intake.encoding-unsure":
		return "--encoding NAME"
	case "intake.consent-missing", "intake.consent-unclear":
		return "--consent yes|no"
	case "intake.condition-missing", "intake.source-unclear":
		return "--condition NAME"
	case "import.double-key", "import.swapped-key":
		return "--take"
	case "import.question-to-take":
		return "--take-question"
	}
	if strings.HasPrefix(id, "intake.finish-") {
		return "--accept-end"
	}
	return ""
}

// askedOut says what waits.
func (t *terminal) askedOut(files []*study.Problem, open []conduct.Aside) []askedJSON {
	out := []askedJSON{}
	for _, p := range files {
		one := askedJSON{File: p.File, Problem: p.ID, Flag: flagFor(p.ID)}
		one.Why, one.Remedy = t.words.Problem(p)
		out = append(out, one)
	}
	for _, a := range open {
		one := askedJSON{ID: a.ID, File: a.Answer.File.Name, At: a.Answer.File.At, Participant: a.Answer.Origin.Participant,
			Problem: a.Problem.ID, Flag: flagFor(a.Problem.ID)}
		one.Why, one.Remedy = t.words.Problem(a.Problem)
		out = append(out, one)
	}
	return out
}

// questionJSON is a question that answers were produced with, beside the case's.
type questionJSON struct {
	State      string           `json:"state"` // "same", "different", "unknown"
	Answers    []string         `json:"answers"`
	Question   string           `json:"question,omitempty"`
	Difference []differenceJSON `json:"difference,omitempty"`
	Text       string           `json:"text,omitempty"` // the difference for reading: [-removed-] {+added+}
}

type differenceJSON struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

func (t *terminal) questionsOut(list []conduct.Wording) []questionJSON {
	out := []questionJSON{}
	for _, w := range list {
		q := questionJSON{State: questionState(w), Answers: w.Places(), Question: w.Question}
		for _, p := range w.Difference {
			q.Difference = append(q.Difference, differenceJSON{string(p.Kind), p.Text})
		}
		if len(w.Difference) > 0 {
			q.Text = differenceText(w.Difference)
		}
		out = append(out, q)
	}
	return out
}

// maxDifferences is how many differences are shown for reading; --json has all.
const maxDifferences = 10

// placesSaid says stored places, each as a person reads it.
func (t *terminal) placesSaid(places []string) string {
	said := make([]string, len(places))
	for i, at := range places {
		said[i] = t.words.At(at)
	}
	return strings.Join(said, ", ")
}

// differenceLines shows questions that differ from the case's.
func (t *terminal) differenceLines(w io.Writer, list []questionJSON) {
	n := 0
	for _, q := range list {
		if q.Text == "" {
			continue
		}
		if n++; n <= maxDifferences {
			fmt.Fprintln(w, t.words.T("cli.difference", "at", shown(t.placesSaid(q.Answers)), "text", q.Text))
		}
	}
	if n > maxDifferences {
		fmt.Fprintln(w, t.words.T("cli.more-differences", "n", n-maxDifferences))
	}
}

// batchJSON is what the files of a batch say together.
type batchJSON struct {
	Asked    int      `json:"asked"`
	Answered int      `json:"answered"`
	Failed   int      `json:"failed"`
	Missing  []string `json:"missing"`
	Double   []string `json:"double"`
	Foreign  []string `json:"foreign"`
	Swapped  []string `json:"swapped"`
}

func batchOut(b *conduct.Batch) *batchJSON {
	if b == nil {
		return nil
	}
	list := func(keys []string) []string { return append([]string{}, keys...) }
	return &batchJSON{b.Asked, b.Answered, b.Failed, list(b.Missing), list(b.Double), list(b.Foreign), list(b.Swapped)}
}

// previewJSON is what an import would do.
type previewJSON struct {
	Files     []fileJSON     `json:"files"`
	Answers   int            `json:"answers"` // that would be imported as they stand
	Asked     []askedJSON    `json:"asked"`
	Outcomes  int            `json:"outcomes"`
	Refused   []refusalJSON  `json:"refused"`
	Warnings  []refusalJSON  `json:"warnings"`
	Questions []questionJSON `json:"questions"`
	Batch     *batchJSON     `json:"batch,omitempty"`
}

// fileJSON is how one file was understood.
type fileJSON struct {
	File       string            `json:"file"`
	SHA256     string            `json:"sha256"`
	Size       int64             `json:"size"`
	Format     string            `json:"format"`
	Encoding   string            `json:"encoding,omitempty"`
	Delimiter  string            `json:"delimiter,omitempty"`
	Sheet      string            `json:"sheet,omitempty"`
	HeaderRow  int               `json:"header_row,omitempty"`
	Columns    map[string]string `json:"columns,omitempty"`
	Unknown    []string          `json:"unknown_columns,omitempty"`
	Candidates []candidateJSON   `json:"candidates"`
	Notes      []refusalJSON     `json:"notes"` // what should be looked at
	Skipped    map[string]int    `json:"skipped,omitempty"`
	Error      *refusalJSON      `json:"error,omitempty"`
}

// candidateJSON is an answer as it was found.
type candidateJSON struct {
	answerJSON
	Key       string   `json:"key,omitempty"`
	Use       string   `json:"use"` // "yes", "check", "no"
	Problem   string   `json:"problem,omitempty"`
	Why       string   `json:"why,omitempty"`
	Missing   []string `json:"missing"` // of the origin
	Excerpt   string   `json:"excerpt"`
	Asked     string   `json:"asked_with,omitempty"`
	FinishRaw string   `json:"finish_raw,omitempty"`
	Tools     []string `json:"tools,omitempty"`
}

func (t *terminal) candidateOut(p conduct.AnswerPreview, k conduct.Candidate) candidateJSON {
	w := p.WordingOf(k)
	out := candidateJSON{
		answerJSON: answerOut(k.Answer), Key: k.Key, Use: string(k.Use), Missing: conduct.MissingOrigin(k.Answer),
		Excerpt: excerpt(k.Answer.Text), Asked: excerpt(k.Answer.Question), FinishRaw: k.FinishRaw, Tools: k.Tools,
	}
	out.Question = questionState(w)
	if k.Problem != nil {
		out.Problem = k.Problem.ID
	}
	if k.Problem != nil && !slices.Contains(p.Asked(), k.Problem) { // what concerns the whole file is said once
		out.Why, _ = t.words.Problem(k.Problem)
	}
	return out
}

func (t *terminal) fileOut(p conduct.AnswerPreview, f intake.Preview) fileJSON {
	out := fileJSON{File: f.File.Name, SHA256: f.File.SHA256, Size: f.File.Size, Format: f.Format, Skipped: f.Skipped,
		Candidates: []candidateJSON{}}
	if f.Error != nil {
		out.Error = &t.refusalsOut([]*study.Problem{f.Error})[0]
	}
	if b := f.Table; b != nil {
		out.Encoding, out.Delimiter, out.Sheet, out.HeaderRow = b.Encoding, b.Delimiter, b.Sheet, b.HeaderRow
		out.Columns, out.Unknown = b.Columns, b.Unknown
	}
	for _, k := range f.Candidates {
		out.Candidates = append(out.Candidates, t.candidateOut(p, k))
	}
	out.Notes = t.notesOut(f)
	return out
}

// notesOut says what should be looked at in a file that was read.
func (t *terminal) notesOut(f intake.Preview) []refusalJSON {
	notes := t.refusalsOut(slices.Concat(f.Questions, f.Remarks))
	for _, w := range f.Warnings {
		if w.Kind == "encoding-unsure" {
			continue // is among the questions
		}
		var args []any
		for name, value := range w.Args {
			args = append(args, name, value)
		}
		notes = append(notes, refusalJSON{File: f.File.Name, Problem: w.Kind, Why: t.words.T("extract.warning."+w.Kind, args...)})
	}
	return notes
}

func (t *terminal) printPreview(p conduct.AnswerPreview) error {
	out := previewJSON{
		Files: []fileJSON{}, Answers: len(p.Candidates()), Outcomes: len(p.Outcomes()), Refused: t.refusalsOut(p.Refused()),
		Warnings: t.refusalsOut(p.Warnings), Questions: t.questionsOut(p.Wordings), Batch: batchOut(p.Batch),
		Asked: t.askedOut(p.Asked(), nil),
	}
	for _, k := range p.Open() {
		out.Asked = append(out.Asked, t.askedOut(nil, []conduct.Aside{{Open: true, Candidate: k}})...)
	}
	for _, f := range p.Files {
		out.Files = append(out.Files, t.fileOut(p, f))
	}
	return t.result(out, func(w io.Writer) { t.previewLines(w, out) })
}

// previewLines prints a preview for reading: a block a file, what concerns all of them below.
func (t *terminal) previewLines(w io.Writer, out previewJSON) {
	for _, f := range out.Files {
		fmt.Fprintln(w, t.fileLine(f))
		for _, k := range f.Candidates {
			use, why := t.words.T("import.use."+k.Use), shown(k.Why)
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", shown(t.words.At(k.At)), t.origin(k.Condition), shown(k.who()), use, why)
			t.candidateNotes(w, k)
		}
		for _, n := range f.Notes {
			fmt.Fprintln(w, "  ! "+shown(n.Why)+" "+shown(n.Remedy))
		}
		for _, kind := range slices.Sorted(maps.Keys(f.Skipped)) {
			fmt.Fprintln(w, "  "+t.words.T("import.skipped."+kind, "n", f.Skipped[kind]))
		}
	}
	for _, warning := range out.Warnings {
		fmt.Fprintln(w, strings.TrimSpace("! "+shown(warning.Why)+" "+shown(warning.Remedy)+" "+flagFor(warning.Problem)))
	}
	for _, a := range out.Asked {
		if a.At == "" && a.Participant == "" {
			fmt.Fprintln(w, "? "+shown(a.Why)+" "+shown(a.Remedy)+" "+a.Flag)
		}
	}
	t.differenceLines(w, out.Questions)
	fmt.Fprintln(w, t.words.T("cli.preview.sum", "answers", out.Answers, "asked", len(out.Asked), "outcomes", out.Outcomes, "refused", len(out.Refused)))
}

// candidateNotes prints what is missing of an origin, how the answer begins and what it was asked with.
func (t *terminal) candidateNotes(w io.Writer, k candidateJSON) {
	if len(k.Missing) > 0 && k.Use != "no" {
		var names []string
		for _, m := range k.Missing {
			names = append(names, t.words.T("report.origin."+m))
		}
		fmt.Fprintln(w, "    "+t.words.T("cli.preview.missing", "fields", strings.Join(names, ", ")))
	}
	if k.Excerpt != "" {
		fmt.Fprintln(w, "    "+k.Excerpt)
	}
	if k.Asked != "" {
		fmt.Fprintln(w, "    "+t.words.T("cli.preview.asked", "question", k.Asked, "state", t.words.T("import.question."+k.Question)))
	}
}

// fileLine says how a file was understood.
func (t *terminal) fileLine(f fileJSON) string {
	if f.Error != nil {
		return shown(f.Error.Why) + " " + shown(f.Error.Remedy)
	}
	line := shown(f.File) + ": " + f.Format
	for _, part := range []string{f.Encoding, f.Delimiter, f.Sheet} {
		if part != "" {
			line += " · " + shown(part)
		}
	}
	if f.Delimiter == "\t" {
		line += "TAB"
	}
	return line
}
