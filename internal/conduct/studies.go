package conduct

import (
	"context"
	"fmt"
	"hash/crc32"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// CreateStudy makes a study. Without an ID it gets one made of its name; the ID is the name of its folder.
func (c *Conduct) CreateStudy(ctx context.Context, s study.Study) (study.Study, error) {
	s.Name = strings.TrimSpace(s.Name)
	if s.Name == "" {
		return s, &study.Problem{ID: "study.no-name"}
	}
	if !s.Language.Valid() {
		return s, &study.Problem{ID: "lang.unknown", Args: map[string]any{"value": string(s.Language)}}
	}
	if why := badName(s.Name); why != nil {
		return s, why
	}
	if s.ID == "" {
		s.ID = identifier(s.Name)
	}
	if _, err := c.home.StudyDir(s.ID); err != nil {
		return s, err
	}
	s.Created = c.now()
	return s, c.db.Write(ctx, s.ID, func(tx *sqlite.Tx) error {
		if err := tx.AddStudy(ctx, s); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.StudyCreated, "", map[string]any{
			"name": s.Name, "lead": s.Lead, "institution": s.Institution, "language": s.Language,
		})
	})
}

// maxName is the longest name of a study, in characters.
const maxName = 200

// badName refuses names that no list could show: too long, or with characters that control a terminal.
func badName(name string) *study.Problem {
	if utf8.RuneCountInString(name) > maxName || strings.ContainsFunc(name, unicode.IsControl) {
		return &study.Problem{ID: "study.bad-name", Args: map[string]any{"max": maxName}}
	}
	return nil
}

// Studies lists all studies, the oldest first.
func (c *Conduct) Studies(ctx context.Context) ([]study.Study, error) { return c.db.Studies(ctx) }

// Study gives one study.
func (c *Conduct) Study(ctx context.Context, id string) (study.Study, error) {
	return c.db.Study(ctx, id)
}

// DeleteStudy removes a study with its tests, answers and ratings from the database. Folders already written stay:
// they are the person's documents.
func (c *Conduct) DeleteStudy(ctx context.Context, id string) error {
	c.KeepDraft(id, "")
	c.KeepDraft(StardDraft(id), "")
	return c.db.Write(ctx, sqlite.Archive, func(tx *sqlite.Tx) error {
		if err := tx.DeleteStudy(ctx, id); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.StudyDeleted, "", map[string]any{"study": id})
	})
}

// FindStudy gives the study with this ID, or, where id is empty, the only one there is.
func (c *Conduct) FindStudy(ctx context.Context, id string) (study.Study, error) {
	if id != "" {
		return c.db.Study(ctx, id)
	}
	all, err := c.db.Studies(ctx)
	if err != nil {
		return study.Study{}, err
	}
	if len(all) == 0 {
		return study.Study{}, &study.Problem{ID: "study.none"}
	}
	if len(all) != 1 {
		return study.Study{}, &study.Problem{ID: "study.which", Args: map[string]any{"count": len(all)}}
	}
	return all[0], nil
}

// Find gives the test named by study and test, of which either may be empty where there is only one.
func (c *Conduct) Find(ctx context.Context, studyID, testID string) (Ref, error) {
	s, err := c.FindStudy(ctx, studyID)
	if err != nil {
		return Ref{}, err
	}
	if testID != "" {
		ref := Ref{Study: s.ID, Test: testID}
		_, err := c.db.Test(ctx, ref)
		return ref, err
	}
	tests, err := c.db.Tests(ctx, s.ID)
	if err != nil {
		return Ref{}, err
	}
	if len(tests) == 0 {
		return Ref{}, &study.Problem{ID: "test.none", Args: map[string]any{"study": s.ID}}
	}
	if len(tests) != 1 {
		return Ref{}, &study.Problem{ID: "test.which", Args: map[string]any{"count": len(tests), "study": s.ID}}
	}
	return Ref{Study: s.ID, Test: tests[0].ID}, nil
}

// CreateCase keeps a case in the archive. The facts are what a file says; the case's ID is made of its title where
// none is given.
func (c *Conduct) CreateCase(ctx context.Context, k study.Case, facts File) (study.Case, error) {
	doc, err := extract.Read(ctx, facts.Name, facts.Data)
	if err != nil {
		return k, err
	}
	k.Facts = doc.Text
	return c.KeepCase(ctx, k)
}

// KeepCase keeps a case whose facts are already there as text, for instance typed in.
func (c *Conduct) KeepCase(ctx context.Context, k study.Case) (study.Case, error) {
	if k.Title = strings.TrimSpace(k.Title); k.Title == "" {
		return k, &study.Problem{ID: "case.no-title"}
	}
	if strings.TrimSpace(k.Facts) == "" {
		return k, &study.Problem{ID: "conduct.no-facts"}
	}
	return c.keepCase(ctx, k)
}

// AnnounceCase keeps a case whose question is still to come: with an import that brings it, or by [Conduct.SetFacts].
// Until then answers can be collected, and nothing is blinded.
func (c *Conduct) AnnounceCase(ctx context.Context, k study.Case) (study.Case, error) {
	if k.Title = strings.TrimSpace(k.Title); k.Title == "" {
		return k, &study.Problem{ID: "case.no-title"}
	}
	k.Facts = ""
	return c.keepCase(ctx, k)
}

// keepCase keeps a case with a title.
func (c *Conduct) keepCase(ctx context.Context, k study.Case) (study.Case, error) {
	if k.LawAsOf != "" {
		if _, err := time.Parse(time.DateOnly, k.LawAsOf); err != nil {
			return k, &study.Problem{ID: "case.bad-date", Args: map[string]any{"value": k.LawAsOf}, Err: err}
		}
	}
	if k.Area != "" {
		if _, err := folder.SafeName(k.Area); err != nil {
			return k, err
		}
	}
	if k.ID == "" {
		k.ID = identifier(k.Title)
	}
	if reference, ok := k.Reference.Get(); ok {
		switch {
		case reference != study.Yes && reference != study.No:
			return k, &study.Problem{ID: "case.bad-reference", Args: map[string]any{"value": string(reference)}}
		case k.TargetQuestion == "":
			return k, &study.Problem{ID: "case.reference-without-question"}
		}
	}
	return k, c.db.Write(ctx, sqlite.Archive, func(tx *sqlite.Tx) error {
		if err := tx.AddCase(ctx, k); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.CaseCreated, "", map[string]any{
			"case": k.ID, "title": k.Title, "area": k.Area, "law_as_of": k.LawAsOf, "facts_sha256": sumText(k.Facts),
			"target_question": k.TargetQuestion, "reference": k.Reference, "reference_by": k.ReferenceBy,
		})
	})
}

// EditCase changes what is said about a case beside its facts: title, area of law, jurisdiction, key date, target
// question. With another target question the reference goes, since it answered the old one. It is refused for a case
// whose answers have been handed out.
func (c *Conduct) EditCase(ctx context.Context, id string, change func(*study.Case)) (study.Case, error) {
	k, err := c.db.Case(ctx, id)
	if err != nil {
		return k, err
	}
	asked := k.TargetQuestion
	change(&k)
	if k.TargetQuestion = strings.TrimSpace(k.TargetQuestion); k.TargetQuestion != asked {
		k.Reference, k.ReferenceBy = study.Maybe[study.Target]{}, "" // it answered another question
	}
	if k.Area != "" {
		if _, err := folder.SafeName(k.Area); err != nil {
			return k, err
		}
	}
	return k, c.db.Write(ctx, sqlite.Archive, func(tx *sqlite.Tx) error {
		if err := tx.UpdateCase(ctx, k); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.CaseChanged, "", map[string]any{
			"case": k.ID, "title": k.Title, "area": k.Area, "jurisdiction": k.Jurisdiction, "law_as_of": k.LawAsOf,
			"target": k.TargetQuestion,
		})
	})
}

// Cases lists the archive: the cases in whose title, area or facts the words stand, all for no words.
func (c *Conduct) Cases(ctx context.Context, words string) ([]study.Case, error) {
	return c.db.Cases(ctx, sqlite.Query{Words: words})
}

// Case gives one case of the archive.
func (c *Conduct) Case(ctx context.Context, id string) (study.Case, error) { return c.db.Case(ctx, id) }

// CreateTest makes a test of a case. Without an ID it is numbered within its study; without a seed (0) one is taken
// from the clock, as the protocol has it. The seed is in the log either way.
func (c *Conduct) CreateTest(ctx context.Context, t study.Test) (study.Test, error) {
	k, err := c.db.Case(ctx, t.CaseID)
	if err != nil {
		return t, err
	}
	if t.ID == "" {
		tests, err := c.db.Tests(ctx, t.StudyID)
		if err != nil {
			return t, err
		}
		t.ID = fmt.Sprintf("Test-%02d", len(tests)+1)
	}
	if _, err := folder.SafeName(t.ID); err != nil {
		return t, err
	}
	if t.Seed == 0 {
		t.Seed = clockSeed(c.now())
	}
	t.State, t.Created = study.Collecting, c.now()
	return t, c.db.Write(ctx, t.StudyID, func(tx *sqlite.Tx) error {
		if err := tx.AddTest(ctx, t); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.TestCreated, t.ID, map[string]any{
			"case": k.ID, "facts_sha256": sumText(k.Facts), "target_question": k.TargetQuestion, "reference": k.Reference,
			"reference_by": k.ReferenceBy, "seed": t.Seed, "gold": t.UseGold,
		})
	})
}

// Tests lists the tests of a study in the order in which they were made.
func (c *Conduct) Tests(ctx context.Context, studyID string) ([]study.Test, error) {
	return c.db.Tests(ctx, studyID)
}

// Test gives one test.
func (c *Conduct) Test(ctx context.Context, ref Ref) (study.Test, error) { return c.db.Test(ctx, ref) }

// DeleteTest removes a test with its answers and ratings from the database.
func (c *Conduct) DeleteTest(ctx context.Context, ref Ref) error {
	return c.db.Write(ctx, ref.Study, func(tx *sqlite.Tx) error {
		if err := tx.DeleteTest(ctx, ref); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.TestDeleted, ref.Test, nil)
	})
}

// clockSeed is a seed from the clock: between 1 and the largest 31-bit number.
func clockSeed(now time.Time) int32 {
	return int32(now.UnixMilli()&0x7ffffffe) + 1
}

// notInID are the characters that an identifier made of a name does not keep.
var notInID = regexp.MustCompile(`[^A-Za-z0-9]+`)

// maxID is the length of an identifier made of a name, without its checksum.
const maxID = 28

// identifier makes a short name for folders and sheets of a title: its letters without marks, and where it had to be cut
// a checksum, so that two long titles that begin alike stay apart.
func identifier(title string) string {
	spelled := strings.NewReplacer("ß", "ss", "ł", "l", "Ł", "L", "æ", "ae", "Æ", "AE", "ø", "o", "Ø", "O").Replace(title)
	id := strings.Trim(notInID.ReplaceAllString(stripMarks(spelled), "-"), "-")
	if len(id) > maxID || id == "" {
		sum := fmt.Sprintf("%08X", crc32.ChecksumIEEE([]byte(title)))
		id = strings.Trim(id[:min(len(id), maxID)], "-") + "-" + sum[:4]
		id = strings.TrimPrefix(id, "-")
	}
	return id
}

// stripMarks takes the marks off letters: Kündigung becomes Kundigung.
func stripMarks(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if r < 0x300 || r > 0x36f {
			b.WriteRune(r)
		}
	}
	return b.String()
}
