package conduct

import (
	"context"
	"path"
	"slices"
	"strings"
	"unicode"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// incomingFiles are files as they were read, before any decision, with what the test and the study hold already.
type incomingFiles struct {
	files     []incomingFile
	kase      study.Case
	present   map[string]string // participants of the test: ID -> answer or file
	takenIDs  []string          // participants of the study, withdrawn and refused ones included
	waiting   map[string]string // participants of the test whose answer waits: ID -> that of the answer
	places    map[string]bool   // of answers that are in the test: checksum and place
	seen      int               // entries of the study log about imports; see [Conduct.ImportAnswers]
	texts     map[string]string // of answers that are in the test: checksum of the text -> ID
	elsewhere map[string]Ref    // files of the study's other tests, by checksum
}

// incomingFile is one of them.
type incomingFile struct {
	intake.Preview
	data  []byte
	from  study.Condition // what was said of the file: where its answers come from
	known string          // the name under which the very file is in the test already
	asked []intake.Asked  // of the file of a batch's questions
}

// readIncoming reads files beside what is there.
func (c *Conduct) readIncoming(ctx context.Context, s *situation, files []File, hint Hint) (*incomingFiles, error) {
	in := &incomingFiles{
		kase: s.kase, present: make(map[string]string), places: make(map[string]bool),
		texts: make(map[string]string), elsewhere: make(map[string]Ref), waiting: make(map[string]string),
	}
	log, err := c.db.Log(ctx, s.ref.Study)
	if err != nil {
		return nil, err
	}
	in.seen = importsIn(log)
	known, err := c.surroundings(ctx, s, in)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]string) // files of this import, by checksum
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f.Name = plainName(f.Name)
		sum := f.SHA256()
		if other, twice := seen[sum]; twice {
			in.files = append(in.files, incomingFile{Preview: sameFile(f, other)})
			continue
		}
		seen[sum] = f.Name
		said := hint
		if f.Hint != nil {
			said = *f.Hint
		}
		read, err := readOne(ctx, f, said)
		if err != nil {
			return nil, err
		}
		read.known = known[sum]
		in.files = append(in.files, read)
	}
	return in, nil
}

// readOne reads a file, in the encoding that the person chose where several may fit: files that say theirs are read as they
// are.
func readOne(ctx context.Context, f File, hint Hint) (incomingFile, error) {
	chosen := hint.Encoding
	hint.Encoding = ""
	read, err := intake.Read(ctx, f.Name, f.Data, hint)
	if err == nil && chosen != "" && (unsureEncoding(read) != nil || read.Table != nil && slices.Contains(extract.EightBit(), read.Table.Encoding)) {
		hint.Encoding = chosen
		read, err = intake.Read(ctx, f.Name, f.Data, hint)
	}
	if err != nil {
		return incomingFile{}, err
	}
	in := incomingFile{Preview: read, data: f.Data, from: hint.Condition}
	if read.Format == batchQuestions {
		if in.asked, err = intake.Questions(ctx, f.Name, f.Data); err != nil {
			return incomingFile{}, err
		}
	}
	return in, nil
}

// sameFile turns down a file that is there already.
func sameFile(f File, known string) intake.Preview {
	return intake.Preview{
		File:  study.SourceFile{Name: f.Name, SHA256: f.SHA256(), Size: int64(len(f.Data))},
		Error: &study.Problem{ID: "intake.same-file", File: f.Name, Args: map[string]any{"known": known}},
	}
}

// unsureEncoding is the question which of two encodings a file is in.
func unsureEncoding(p intake.Preview) *study.Problem {
	for _, q := range p.Questions {
		if q.ID == "intake.encoding-unsure" {
			return q
		}
	}
	return nil
}

// surroundings gathers what is in the test and in the other tests of its study, and gives the test's files by checksum.
func (c *Conduct) surroundings(ctx context.Context, s *situation, in *incomingFiles) (known map[string]string, err error) {
	known = make(map[string]string)
	tests, err := c.db.Tests(ctx, s.ref.Study)
	if err != nil {
		return nil, err
	}
	for _, t := range tests {
		ref := Ref{Study: s.ref.Study, Test: t.ID}
		answers, err := c.db.Answers(ctx, ref)
		if err != nil {
			return nil, err
		}
		asides, err := c.db.Asides(ctx, ref)
		if err != nil {
			return nil, err
		}
		refusals, err := c.db.Refusals(ctx, ref)
		if err != nil {
			return nil, err
		}
		for _, r := range refusals {
			in.takenIDs = append(in.takenIDs, r.Participant)
		}
		for _, a := range asides {
			if id := a.Answer.Origin.Participant; a.Open && ref == s.ref && id != "" {
				in.waiting[id] = a.ID
			}
			a.Answer.ID = a.ID
			answers = append(answers, a.Answer)
		}
		for _, a := range answers {
			in.takenIDs = append(in.takenIDs, a.Origin.Participant)
			if ref != s.ref {
				in.elsewhere[a.File.SHA256] = ref
				continue
			}
			in.there(a, known)
		}
	}
	return known, nil
}

// there notes an answer that is in the test.
func (in *incomingFiles) there(a study.Answer, known map[string]string) {
	if a.File.SHA256 != "" {
		known[a.File.SHA256] = a.File.Name
		in.places[a.File.SHA256+a.File.At] = true
	}
	if a.Origin.Participant != "" {
		in.present[a.Origin.Participant] = a.ID
	}
	if text := strings.TrimSpace(a.Text); text != "" {
		in.texts[sumText(text)] = a.ID
	}
}

// importsIn counts the entries of a study log after which a preview may be another.
func importsIn(log []studylog.Entry) int {
	n := 0
	for _, e := range log {
		switch e.Kind {
		case studylog.AnswersImported, studylog.AnswerRefused, studylog.AnswerDecided, studylog.TextReplaced, studylog.AnswerWithdrawn,
			studylog.CaseChanged:
			n++
		}
	}
	return n
}

// maxShownName is the length to which the name of a file is cut, in characters.
const maxShownName = 120

// plainName is the base name of a file as it is kept and shown. Names come from mails, archives and other systems: of
// a path only the last part counts, and what nobody sees or what moves a terminal's cursor becomes a dot.
func plainName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r != ' ' && !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '·'
		}
		return r
	}, strings.ToValidUTF8(name, "·"))
	if runes := []rune(name); len(runes) > maxShownName {
		name = string(runes[:maxShownName-1]) + "…"
	}
	if strings.Trim(name, "./ ") == "" {
		return "·"
	}
	return name
}

// formatsOfBatches are the formats whose files belong together, an answer or an error a key.
var formatsOfBatches = []string{"openai-batch", "anthropic-batch", "gemini-batch", "vertex-batch"}

// batchQuestions is the format of the file of questions that was sent as a batch.
const batchQuestions = "batch-input"

// isBatch tells whether a file holds results of a batch.
func isBatch(p intake.Preview) bool { return slices.Contains(formatsOfBatches, p.Format) }
