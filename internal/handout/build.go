package handout

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// Input is what a blind folder is made of.
type Input struct {
	Study      study.Study
	Test       study.Test
	Case       study.Case
	Answers    []study.BlindedAnswer // in blind order
	All        []study.BlindedAnswer // all that were handed out in the test, where Answers are one reviewer's share; nil: Answers
	Order      []study.Code          // in which they are read, each code once; nil: in blind order. The sheet keeps blind order
	Gold       []study.GoldDocument  // used if the test says so; their file names are not shown
	Reviewer   string                // R01 …: the folder's only sheet is theirs; "": reviewers enter their own ID
	Withdrawn  int                   // answers that were handed out before and are withdrawn; the instructions say how many, not whose
	Commitment Commitment
	Moment     time.Time // the one time in the folder
}

// Form describes the rating sheet of the folder: what went out, and what a returned sheet is compared with. It is the
// same for every reviewer but for the reviewer's ID and share.
func (in Input) Form(cat *lang.Catalogue) sheets.Form {
	codes := make([]study.Code, len(in.Answers))
	for i, a := range in.Answers {
		codes[i] = a.Code
	}
	all := in.All
	if all == nil {
		all = in.Answers
	}
	sum := sha256.Sum256([]byte(allAnswers(all, cat))) // whatever the order of reading and the reviewer's share
	return sheets.Form{
		Study: in.Study.ID, Test: in.Test.ID, Reviewer: in.Reviewer, Language: cat.Language(), Codes: codes,
		Gold: in.useGold(), Target: in.Case.TargetQuestion != "", Checksum: hex.EncodeToString(sum[:]), Date: in.Moment,
	}
}

func (in Input) useGold() bool { return in.Test.UseGold && len(in.Gold) > 0 }

// Build makes the files of the blind folder in the language of the catalogue, in the order of their names.
//
// An order that is none of the answers is an error. Problems: handout.no-answers, handout.no-gold (the test uses a gold standard and there is none), handout.empty-answer
// (Args: code), handout.code-twice.
func Build(in Input, cat *lang.Catalogue) ([]folder.File, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	form := in.Form(cat)
	parts := []func(Input, sheets.Form, *lang.Catalogue) ([]folder.File, error){
		instructionFiles, questionFiles, answerFiles, sheetFiles, commitmentFiles,
	}
	var files []folder.File
	for _, part := range parts {
		more, err := part(in, form, cat)
		if err != nil {
			return nil, fmt.Errorf("making the blind folder: %w", err)
		}
		files = append(files, more...)
	}
	slices.SortFunc(files, func(a, b folder.File) int { return compareNames(a.Name, b.Name) })
	for _, f := range files {
		if !plainName(f.Name) {
			return nil, fmt.Errorf("making the blind folder: the name %q is not plain", f.Name)
		}
	}
	return files, nil
}

func (in Input) check() error {
	if len(in.Answers) == 0 {
		return &study.Problem{ID: "handout.no-answers"}
	}
	if in.Test.UseGold && len(in.Gold) == 0 {
		return &study.Problem{ID: "handout.no-gold"}
	}
	seen := make(map[study.Code]bool)
	for _, a := range in.Answers {
		if a.Text == "" {
			return &study.Problem{ID: "handout.empty-answer", Args: map[string]any{"code": string(a.Code)}}
		}
		if seen[a.Code] {
			return &study.Problem{ID: "handout.code-twice", Args: map[string]any{"code": string(a.Code)}}
		}
		seen[a.Code] = true
	}
	if in.Order != nil && len(in.reading()) != len(in.Answers) {
		return fmt.Errorf("the reading order %v is none of the answers", in.Order)
	}
	return nil
}

// reading is the answers in the order in which they are read.
func (in Input) reading() []study.BlindedAnswer {
	if in.Order == nil {
		return in.Answers
	}
	var list []study.BlindedAnswer
	for i, code := range in.Order {
		at := slices.IndexFunc(in.Answers, func(a study.BlindedAnswer) bool { return a.Code == code })
		if at >= 0 && !slices.Contains(in.Order[:i], code) {
			list = append(list, in.Answers[at])
		}
	}
	return list
}

// compareNames orders names byte by byte, so that the order does not depend on the machine.
func compareNames(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// plainName tells whether a path holds nothing but ASCII letters, digits and few signs.
func plainName(name string) bool {
	for _, r := range name {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.' || r == '/'
		if !ok {
			return false
		}
	}
	return name != ""
}
