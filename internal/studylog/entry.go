package studylog

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/gowebpki/jcs"

	"iucomstudien/internal/study"
)

// Kind is what an entry records. The words are stored and never change their meaning.
type Kind string

const (
	StudyCreated    Kind = "study-created"
	StudyDeleted    Kind = "study-deleted"
	CaseCreated     Kind = "case-created"
	CaseChanged     Kind = "case-changed"
	TestCreated     Kind = "test-created"
	TestChanged     Kind = "test-changed"
	TestDeleted     Kind = "test-deleted"
	GoldAdded       Kind = "gold-added"
	GoldRemoved     Kind = "gold-removed" // an expert document was taken out; brought back, it is gold-added again
	AnswersImported Kind = "answers-imported"
	AnswerRefused   Kind = "answer-refused"
	AnswerDecided   Kind = "answer-decided" // a person decided about an answer that waited
	TextReplaced    Kind = "text-replaced"  // an answer got the text of another file
	AnswerWithdrawn Kind = "answer-withdrawn"
	OriginEdited    Kind = "origin-edited"
	Blinded         Kind = "blinded"
	BlindingEdited  Kind = "blinding-edited"
	Aligned         Kind = "aligned" // spelling and style of blinded answers
	HandedOut       Kind = "handed-out"
	KeyOpened       Kind = "key-opened"
	KeyLocked       Kind = "key-locked" // the files of the key were locked with a passphrase
	ReviewerChanged Kind = "reviewer-changed"
	OverlapPlanned  Kind = "overlap-planned" // who rates which answers
	ConsensusKept   Kind = "consensus-kept"  // reviewers who differed agreed on a category
	SheetImported   Kind = "sheet-imported"
	SheetReplaced   Kind = "sheet-replaced"
	Graded          Kind = "graded"
	Unblinded       Kind = "unblinded"
	Reported        Kind = "reported"
	DocumentEdited  Kind = "document-edited"  // the study lead wrote in a document of the study
	ProtocolWritten Kind = "protocol-written" // the study protocol was written down
	HypothesisKept  Kind = "hypothesis-kept"  // a hypothesis was written down before unblinding
	Asked           Kind = "asked"            // a model was asked for an answer
	ReferenceRead   Kind = "reference-read"   // a model read the reference from the gold standard
	ReferenceSet    Kind = "reference-set"    // a person set the reference
	SearchEvaluated Kind = "search-evaluated" // the search of a Reporter run was evaluated
	Resumed         Kind = "resumed"
	Stopped         Kind = "stopped"
)

// Kinds lists every kind, in the order in which a study meets them.
func Kinds() []Kind {
	return []Kind{
		StudyCreated, StudyDeleted, CaseCreated, CaseChanged, TestCreated, TestChanged, TestDeleted, GoldAdded, GoldRemoved,
		AnswersImported, AnswerRefused, AnswerDecided, TextReplaced, AnswerWithdrawn, OriginEdited, Blinded, BlindingEdited, ReviewerChanged, OverlapPlanned,
		HandedOut, KeyLocked, KeyOpened, HypothesisKept,
		SheetImported, SheetReplaced, Graded, ConsensusKept, Unblinded, Reported, DocumentEdited, ProtocolWritten, Asked, ReferenceRead, ReferenceSet, SearchEvaluated,
		Resumed, Stopped,
	}
}

// Entry is one thing that was done. Made by [Next], it is never changed afterwards.
type Entry struct {
	Seq  int             // place in the log, from 1 without gaps
	Time time.Time       // when, with zone
	Kind Kind            // what
	Test string          // the test concerned; "" when the whole study is
	Data json.RawMessage // what else is known, a JSON object in canonical form
	Prev string          // hash of the entry before; of the head line for the first
	Hash string          // SHA-256 of all the above, hexadecimal
}

// entryJSON is an entry as a line of the file, its fields in canonical order.
type entryJSON struct {
	Data json.RawMessage `json:"data"`
	Hash string          `json:"hash,omitempty"`
	Kind Kind            `json:"kind"`
	Prev string          `json:"prev"`
	Seq  int             `json:"seq"`
	Test string          `json:"test"`
	Time string          `json:"time"`
}

// line is the canonical form of the entry, with or without its hash.
func (e Entry) line(withHash bool) ([]byte, error) {
	j := entryJSON{
		Data: e.Data, Kind: e.Kind, Prev: e.Prev, Seq: e.Seq, Test: e.Test,
		Time: e.Time.Format(time.RFC3339Nano),
	}
	if withHash {
		j.Hash = e.Hash
	}
	return canonical(j)
}

// sum is the hash that the entry must carry.
func (e Entry) sum() (string, error) {
	line, err := e.line(false)
	if err != nil {
		return "", err
	}
	return hexSum(line), nil
}

// canonical is the form of RFC 8785: sorted keys, no blanks, one way to write each number and character.
func canonical(v any) ([]byte, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return jcs.Transform(plain)
}

func hexSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Next makes the entry that follows prev in the log of a study; prev is nil for the first. Data is anything that
// marshals to a JSON object, or nil for an empty one; numbers in it keep to the range in which a float64 is exact.
// The time is kept to the nanosecond and with its zone.
func Next(studyID string, prev *Entry, at time.Time, kind Kind, test string, data any) (Entry, error) {
	e := Entry{Seq: 1, Time: at.Round(0), Kind: kind, Test: test}
	if prev != nil {
		e.Seq, e.Prev = prev.Seq+1, prev.Hash
	} else {
		first, err := start(studyID)
		if err != nil {
			return Entry{}, err
		}
		e.Prev = first
	}
	var err error
	if e.Data, err = object(data); err != nil {
		return Entry{}, fmt.Errorf("log entry %d (%s): %w", e.Seq, kind, err)
	}
	if e.Hash, err = e.sum(); err != nil {
		return Entry{}, fmt.Errorf("log entry %d (%s): %w", e.Seq, kind, err)
	}
	return e, nil
}

// object is the canonical JSON object of an entry's data.
func object(data any) (json.RawMessage, error) {
	if data == nil {
		return json.RawMessage("{}"), nil
	}
	raw, err := canonical(data)
	if err != nil {
		return nil, err
	}
	if raw[0] != '{' {
		return nil, fmt.Errorf("data of type %T is no JSON object", data)
	}
	return raw, nil
}

// Check tells whether the entries are the unbroken log of the study from its first entry on. The Problem log.broken
// names the first entry (Args: seq) that was changed, or before which something is missing or was put in. A log cut
// off at its end is whole as far as it goes: compare [Head] with the one printed, or read the file with [Decode].
func Check(studyID string, entries []Entry) error {
	prev, err := start(studyID)
	if err != nil {
		return err
	}
	for i, e := range entries {
		sum, err := e.sum()
		if err != nil || e.Seq != i+1 || e.Prev != prev || e.Hash != sum {
			return &study.Problem{ID: "log.broken", Args: map[string]any{"seq": i + 1}, Err: err}
		}
		prev = e.Hash
	}
	return nil
}

// Head is the hash of the last entry, which stands for the whole log; "" for an empty one.
func Head(entries []Entry) string {
	if len(entries) == 0 {
		return ""
	}
	return entries[len(entries)-1].Hash
}
