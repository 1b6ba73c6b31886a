package conduct

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"iucomstudien/internal/evaluation"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// SheetPreview is one filled sheet as it was understood.
type SheetPreview struct {
	sheets.Reading
	File  study.SourceFile
	bytes []byte
}

// Values counts the cells that hold a rating; remarks count as none.
func (s SheetPreview) Values() int {
	_, values := s.Taken()
	return values
}

// ReadAs says of every cell that was read otherwise than it is written how it was understood.
func (s SheetPreview) ReadAs(words *lang.Catalogue) []string {
	lines := []string{}
	for _, c := range s.Cells {
		if c.State == sheets.CellUnderstood {
			lines = append(lines, words.T("ratings.read-as", "file", s.File.Name, "row", c.Row, "code", string(c.Code),
				"column", s.Columns[c.Column], "written", c.Written, "taken", CellWord(words, c.Column, c.Taken)))
		}
	}
	return lines
}

// nobody says why a sheet is nobody's: what it names is no ID, or it names none.
func (s SheetPreview) nobody() *study.Problem {
	for _, q := range s.Questions {
		if q.ID == "ratings.reviewer-no-id" {
			return &study.Problem{ID: q.ID, File: s.File.Name}
		}
	}
	return &study.Problem{ID: "ratings.no-reviewer", File: s.File.Name}
}

// States counts the cells of a sheet by what became of them.
func (s SheetPreview) States() map[sheets.CellState]int {
	n := make(map[sheets.CellState]int)
	for _, c := range s.Cells {
		n[c.State]++
	}
	return n
}

// PreviewRatings reads filled sheets and tells how each cell was understood, without changing anything. A sheet that
// belongs to another test, or can not be read, is an error; then none is given.
func (c *Conduct) PreviewRatings(ctx context.Context, ref Ref, files []File) ([]SheetPreview, error) {
	return c.PreviewRatingsAs(ctx, ref, files, RatingChoices{})
}

// RatingChoices are what a person decided about sheets that the program asks about.
type RatingChoices = sheets.Options

// PreviewRatingsAs is PreviewRatings with what a person decided: that a sheet of another blind folder is taken
// knowingly, that a merged cell holds for each of its rows, in which encoding it is read. An encoding that stands with a
// file itself ([File.Hint]) goes before that for all.
func (c *Conduct) PreviewRatingsAs(ctx context.Context, ref Ref, files []File, choices RatingChoices) ([]SheetPreview, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	if err := rateable(s); err != nil {
		return nil, err
	}
	form, err := c.form(ctx, s)
	if err != nil {
		return nil, err
	}
	holders, err := c.keyHolders(ctx, ref.Study)
	if err != nil {
		return nil, err
	}
	noted, err := c.lastHandedOut(ctx, ref)
	if err != nil {
		return nil, err
	}
	issued, err := c.issued(ctx, s)
	if err != nil {
		return nil, err
	}
	var list []SheetPreview
	var failed []error
	seen := make(map[string]string) // file by reviewer
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		own := choices
		if f.Hint != nil && f.Hint.Encoding != "" {
			own.Encoding = f.Hint.Encoding
		}
		reading, err := noted.readSheet(ctx, f, form, issued, own)
		if err != nil {
			failed = append(failed, study.InFile(err, f.Name))
			continue
		}
		if err := refuseHolder(holders, reading.Reviewer, f.Name); err != nil {
			failed = append(failed, err)
			continue
		}
		if other, twice := seen[reading.Reviewer]; twice && reading.Reviewer != "" {
			failed = append(failed, &study.Problem{ID: "ratings.reviewer-twice", File: f.Name,
				Args: map[string]any{"reviewer": reading.Reviewer, "other": other}})
			continue
		}
		seen[reading.Reviewer] = f.Name
		list = append(list, SheetPreview{Reading: reading, bytes: f.Data,
			File: study.SourceFile{Name: f.Name, SHA256: f.SHA256(), Size: int64(len(f.Data))}})
	}
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	return list, nil
}

// ImportRatings takes over previewed sheets, all in one transaction. A reviewer whose sheet is there already is refused
// unless replace is set. A sheet without any rating is not kept, since its reviewer would count as one who has rated: it
// is left out beside others, and refused where no sheet holds more.
//
// Problems: ratings.no-reviewer, ratings.reviewer-no-id, ratings.not-given, ratings.nothing-taken, ratings.nothing-in-it (sheets
// that are empty), those of the store.
func (c *Conduct) ImportRatings(ctx context.Context, ref Ref, list []SheetPreview, replace bool) ([]SheetPreview, error) {
	holders, err := c.keyHolders(ctx, ref.Study)
	if err != nil {
		return nil, err
	}
	noted, err := c.lastHandedOut(ctx, ref)
	if err != nil {
		return nil, err
	}
	rated := slices.DeleteFunc(slices.Clone(list), func(s SheetPreview) bool { return s.Values() == 0 })
	if len(rated) == 0 {
		if !slices.ContainsFunc(list, func(s SheetPreview) bool { return len(s.Refused) > 0 }) {
			return list, &study.Problem{ID: "ratings.nothing-in-it"}
		}
		return list, &study.Problem{ID: "ratings.nothing-taken"}
	}
	err = c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		stored, err := tx.Sheets(ctx, ref)
		if err != nil {
			return err
		}
		have := make([]string, len(stored))
		for i, s := range stored {
			have[i] = s.Rater.ID
		}
		for _, s := range rated {
			if s.Reviewer == "" {
				return s.nobody()
			}
			if err := refuseHolder(holders, s.Reviewer, s.File.Name); err != nil {
				return err // who the reviewer is may have been said after the preview
			}
			if err := study.JoinProblems(noted.notGiven(s.Reviewer, s.File.Name, s.Ratings)); err != nil {
				return err
			}
			extras, err := tx.Extras(ctx, ref)
			if err != nil {
				return err
			}
			answers, beside := apart(s.Ratings, extras)
			sheet := sqlite.Sheet{
				Rater:   study.Rater{ID: s.Reviewer, Kind: study.HumanRater},
				Ratings: answers, File: s.File, Original: s.bytes,
			}
			kind := studylog.SheetImported
			if replace && slices.Contains(have, s.Reviewer) {
				kind = studylog.SheetReplaced
			}
			if err := tx.SaveSheet(ctx, ref, sheet, replace); err != nil {
				return err
			}
			if err := tx.SaveExtraRatings(ctx, ref, s.Reviewer, beside); err != nil {
				return err
			}
			facts := map[string]any{
				"reviewer": s.Reviewer, "file": s.File.Name, "sha256": s.File.SHA256, "values": s.Values(), "refused": len(s.Refused),
			}
			if minutes, told := s.Minutes.Get(); told {
				facts["minutes"] = minutes
			}
			err = tx.Note(ctx, kind, ref.Test, facts)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// form is what a returned sheet of a test is compared with: what was handed out.
func (c *Conduct) form(ctx context.Context, s *situation) (sheets.Form, error) {
	f := sheets.Form{
		Study: s.ref.Study, Test: s.ref.Test, Language: s.study.Language, Codes: codesOf(s.handed()),
		Gold: s.usesGold(), Target: s.kase.TargetQuestion != "",
	}
	log, err := c.db.Log(ctx, s.ref.Study)
	if err != nil {
		return f, err
	}
	for _, e := range log {
		if e.Test != s.ref.Test || e.Kind != studylog.HandedOut {
			continue
		}
		var out struct {
			Checksum string `json:"answers_sha256"`
		}
		if err := json.Unmarshal(e.Data, &out); err != nil {
			return f, fmt.Errorf("reading what was handed out: %w", err)
		}
		if f.Checksum != "" {
			f.Former = append(f.Former, f.Checksum) // handed out before somebody withdrew
		}
		f.Checksum = out.Checksum
	}
	return f, nil
}

// ratings gives the sheets of people and the gradings of the AI grader.
func (c *Conduct) ratings(ctx context.Context, ref Ref) ([]evaluation.Sheet, []study.Grading, error) {
	stored, err := c.db.Sheets(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	noted, err := c.lastHandedOut(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	var people []evaluation.Sheet
	for _, s := range stored {
		people = append(people, evaluation.Sheet{Rater: s.Rater, Ratings: s.Ratings, Given: noted.givenTo(s.Rater.ID)})
	}
	graded, _, err := c.headline(ctx, ref)
	if err != nil {
		return nil, nil, err
	}
	return people, graded.Gradings, nil
}
