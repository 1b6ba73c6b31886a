package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"iucomstudien/internal/study"
)

// AddStudy makes a study. The transaction is one of this very study. Problem: study.exists (Args: study), also for an
// ID that differs in capitals alone.
func (tx *Tx) AddStudy(ctx context.Context, s study.Study) error {
	if err := tx.own(s.ID); err != nil {
		return err
	}
	err := tx.change(ctx, `INSERT INTO study (id, name, lead, institution, language, created) VALUES (?, ?, ?, ?, ?, ?)`,
		s.ID, s.Name, s.Lead, s.Institution, string(s.Language), when(s.Created))
	if taken(err) {
		return problem("study.exists", "study", s.ID)
	}
	return err
}

// DeleteStudy removes a study with all its tests and its log. The transaction is one of the [Archive], whose log can
// tell of it. Problem: study.not-found.
func (tx *Tx) DeleteStudy(ctx context.Context, id string) error {
	if err := tx.own(Archive); err != nil {
		return err
	}
	tx.purge = true
	if err := tx.changeOne(ctx, studyNotFound(id), `DELETE FROM study WHERE id = ?`, id); err != nil {
		return err
	}
	return tx.dropUnused(ctx)
}

const studyColumns = `id, name, lead, institution, language, created`

// Study gives a study. Problem: study.not-found.
func (r Reader) Study(ctx context.Context, id string) (study.Study, error) {
	return one(ctx, r, studyNotFound(id), scanStudy, `SELECT `+studyColumns+` FROM study WHERE id = ?`, id)
}

// Studies lists all studies, oldest first.
func (r Reader) Studies(ctx context.Context) ([]study.Study, error) {
	return all(ctx, r, scanStudy, `SELECT `+studyColumns+` FROM study ORDER BY created, id`)
}

func scanStudy(row scanner) (s study.Study, err error) {
	err = row.Scan(&s.ID, &s.Name, &s.Lead, &s.Institution, &s.Language, moment{&s.Created})
	return s, err
}

// SetPersons keeps the names that are to be replaced in every answer of the study, in the order of their numbers.
func (tx *Tx) SetPersons(ctx context.Context, studyID string, names []string) error {
	if err := tx.own(studyID); err != nil {
		return err
	}
	if err := tx.change(ctx, `DELETE FROM person WHERE study = ?`, studyID); err != nil {
		return err
	}
	for i, name := range names {
		err := tx.change(ctx, `INSERT INTO person (study, place, name) VALUES (?, ?, ?)`, studyID, i+1, name)
		switch {
		case taken(err):
			return problem("person.twice", "name", name)
		case missing(err):
			return studyNotFound(studyID)
		case err != nil:
			return err
		}
	}
	return nil
}

// Persons lists the names that are to be replaced, in the order of their numbers.
func (r Reader) Persons(ctx context.Context, studyID string) ([]string, error) {
	return all(ctx, r, scalar[string], `SELECT name FROM person WHERE study = ? ORDER BY place`, studyID)
}

// AddCase puts a case into the archive. Cases belong to no study: any transaction may do it. Problem: case.exists.
func (tx *Tx) AddCase(ctx context.Context, c study.Case) error {
	values, err := caseValues(c)
	if err != nil {
		return err
	}
	err = tx.change(ctx, `INSERT INTO archive_case (`+caseColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values...)
	if taken(err) {
		return problem("case.exists", "case", c.ID)
	}
	return err
}

// UpdateCase changes a case. Problems: case.not-found; case.in-use (Args: case, study, test) when a test with this case
// is blinded already, since its raters have read the question as it was.
func (tx *Tx) UpdateCase(ctx context.Context, c study.Case) error {
	used, err := all(ctx, tx.Reader, scanTest,
		`SELECT `+testColumns+` FROM test WHERE archive_case = ? AND state <> 'collecting' LIMIT 1`, c.ID)
	if err != nil {
		return err
	}
	if len(used) > 0 {
		return problem("case.in-use", "case", c.ID, "study", used[0].StudyID, "test", used[0].ID)
	}
	err = tx.change(ctx, `DELETE FROM blinding WHERE (study, test) IN (SELECT study, id FROM test WHERE archive_case = ?)`, c.ID)
	if err != nil {
		return err
	}
	values, err := caseValues(c)
	if err != nil {
		return err
	}
	return tx.changeOne(ctx, caseNotFound(c.ID), `UPDATE archive_case SET (`+caseColumns+`) = (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) WHERE id = ?1`,
		values...)
}

const caseColumns = `id, title, area, jurisdiction, law_as_of, facts, target_question, reference, reference_by, absent`

func caseValues(c study.Case) ([]any, error) {
	why := absences{}
	reference := put(why, "reference", c.Reference)
	absent, err := stored{why}.text()
	return []any{
		c.ID, c.Title, c.Area, c.Jurisdiction, c.LawAsOf, c.Facts, c.TargetQuestion, reference, c.ReferenceBy, absent,
	}, err
}

func scanCase(row scanner) (c study.Case, err error) {
	var reference sql.Null[string]
	why := absences{}
	err = row.Scan(&c.ID, &c.Title, &c.Area, &c.Jurisdiction, &c.LawAsOf, &c.Facts, &c.TargetQuestion, &reference,
		&c.ReferenceBy, stored{&why})
	c.Reference = word[study.Target](why, "reference", reference)
	return c, err
}

// Case gives a case. Problem: case.not-found.
func (r Reader) Case(ctx context.Context, id string) (study.Case, error) {
	return one(ctx, r, caseNotFound(id), scanCase, `SELECT `+caseColumns+` FROM archive_case WHERE id = ?`, id)
}

// Query narrows the archive. Its zero value asks for all cases.
type Query struct {
	Words string // every word must occur in ID, title, facts or target question; capitals do not count
	Area  string // area of law, as it stands in the case
}

// Cases lists the cases of the archive that a query asks for, by ID.
func (r Reader) Cases(ctx context.Context, q Query) ([]study.Case, error) {
	cases, err := all(ctx, r, scanCase,
		`SELECT `+caseColumns+` FROM archive_case WHERE ?1 = '' OR area = ?1 ORDER BY id`, q.Area)
	if err != nil {
		return nil, err
	}
	// SQLite folds ASCII letters only, and Ä and Ł are letters too.
	words := strings.Fields(strings.ToLower(q.Words))
	return slices.DeleteFunc(cases, func(c study.Case) bool {
		all := strings.ToLower(strings.Join([]string{c.ID, c.Title, c.Facts, c.TargetQuestion}, "\n"))
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) })
	}), nil
}

func caseNotFound(id string) *study.Problem { return problem("case.not-found", "case", id) }
