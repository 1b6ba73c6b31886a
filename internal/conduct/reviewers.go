package conduct

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"iucomstudien/internal/sheets"
	"iucomstudien/internal/sqlite"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

// Contact is a reviewer of a study. Name and e-mail stay in the database: no log, no file and no sheet holds them.
type Contact = sqlite.Contact

// AddReviewer keeps a reviewer of a study. Without an ID the next free one of R01, R02 … is given.
//
// Problems: handout.reviewer-id (the ID would not do for a folder), reviewer.exists, reviewer.bad-email,
// reviewer.bad-deadline, study.not-found.
func (c *Conduct) AddReviewer(ctx context.Context, studyID string, who Contact) (Contact, error) {
	if err := checkContact(&who); err != nil {
		return who, err
	}
	err := c.db.Write(ctx, studyID, func(tx *sqlite.Tx) error {
		if who.ID == "" {
			known, err := tx.Contacts(ctx, studyID)
			if err != nil {
				return err
			}
			who.ID = nextReviewer(known)
		}
		if !plainID.MatchString(who.ID) {
			return &study.Problem{ID: "handout.reviewer-id", Args: map[string]any{"reviewer": who.ID}}
		}
		if err := tx.AddReviewer(ctx, studyID, who); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.ReviewerChanged, "", map[string]any{"reviewer": who.ID, "what": "added"})
	})
	return who, err
}

// ChangeReviewer puts other contact data in the place of those kept under an ID. Problems: as AddReviewer has them,
// reviewer.not-found.
func (c *Conduct) ChangeReviewer(ctx context.Context, studyID string, who Contact) error {
	if err := checkContact(&who); err != nil {
		return err
	}
	return c.db.Write(ctx, studyID, func(tx *sqlite.Tx) error {
		if err := tx.ChangeReviewer(ctx, studyID, who); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.ReviewerChanged, "", map[string]any{"reviewer": who.ID, "what": "changed"})
	})
}

// RemoveReviewer forgets name and e-mail of a reviewer for good. Sheets that came back and folders that are out stay as
// they are, under the ID. Problem: reviewer.not-found.
func (c *Conduct) RemoveReviewer(ctx context.Context, studyID, id string) error {
	return c.db.Write(ctx, studyID, func(tx *sqlite.Tx) error {
		if err := tx.RemoveReviewer(ctx, studyID, id); err != nil {
			return err
		}
		return tx.Note(ctx, studylog.ReviewerChanged, "", map[string]any{"reviewer": id, "what": "removed"})
	})
}

// Contacts lists the reviewers of a study by their IDs.
func (c *Conduct) Contacts(ctx context.Context, studyID string) ([]Contact, error) {
	return c.db.Contacts(ctx, studyID)
}

func checkContact(who *Contact) error {
	who.Name, who.Email = strings.TrimSpace(who.Name), strings.TrimSpace(who.Email)
	if who.Email != "" {
		if a, err := mail.ParseAddress(who.Email); err != nil || a.Address != who.Email {
			return &study.Problem{ID: "reviewer.bad-email", Args: map[string]any{"value": who.Email}}
		}
	}
	if who.Deadline != "" {
		if _, err := time.Parse(time.DateOnly, who.Deadline); err != nil {
			return &study.Problem{ID: "reviewer.bad-deadline", Args: map[string]any{"value": who.Deadline}}
		}
	}
	return nil
}

// nextReviewer is the first free ID.
func nextReviewer(known []Contact) string {
	for n := 1; ; n++ {
		id := fmt.Sprintf("R%02d", n)
		if !slices.ContainsFunc(known, func(c Contact) bool { return strings.EqualFold(c.ID, id) }) {
			return id
		}
	}
}

// ReviewerState is how one reviewer stands in a test: what went out and what came back.
type ReviewerState struct {
	Contact
	Holder    bool         // holds the key and can not rate
	Codes     []study.Code // given; nil where they have no folder of their own
	HandedOut time.Time    // of their folder; zero when they have none of their own
	Returned  time.Time    // of their sheet; zero when it is missing
	File      string       // name of the sheet
	Values    int          // ratings in it; remarks count as none
	Missing   []study.Code // given, and without any rating
}

// Reviewing lists the reviewers of a test by their IDs: those the study knows, those who have a folder of their own and
// those whose sheet is in.
func (c *Conduct) Reviewing(ctx context.Context, ref Ref) ([]ReviewerState, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return nil, err
	}
	known, err := c.db.Contacts(ctx, ref.Study)
	if err != nil {
		return nil, err
	}
	by := make(map[string]*ReviewerState)
	at := func(id string) *ReviewerState {
		if by[id] == nil {
			by[id] = &ReviewerState{Contact: Contact{ID: id}}
		}
		return by[id]
	}
	for _, one := range known {
		at(one.ID).Contact = one
	}
	if err := c.addHandedOut(ctx, s, at); err != nil {
		return nil, err
	}
	if err := c.addReturned(ctx, s, at); err != nil {
		return nil, err
	}
	holders, err := c.keyHolders(ctx, ref.Study)
	if err != nil {
		return nil, err
	}
	var list []ReviewerState
	for _, one := range by {
		one.Holder = holders[strings.ToLower(one.ID)]
		list = append(list, *one)
	}
	slices.SortFunc(list, func(a, b ReviewerState) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

// addHandedOut adds what each reviewer was given, and when for the first time.
func (c *Conduct) addHandedOut(ctx context.Context, s *situation, at func(string) *ReviewerState) error {
	log, err := c.db.Log(ctx, s.ref.Study)
	if err != nil {
		return err
	}
	for _, e := range log {
		if e.Test != s.ref.Test || e.Kind != studylog.HandedOut {
			continue
		}
		var noted handedNote
		if err := json.Unmarshal(e.Data, &noted); err != nil {
			return fmt.Errorf("reading what was handed out: %w", err)
		}
		for _, r := range noted.readers() {
			if r.id == "" {
				continue
			}
			one := at(r.id)
			one.Codes = codesOf(s.given(r))
			if one.HandedOut.IsZero() {
				one.HandedOut = e.Time
			}
		}
	}
	return nil
}

// addReturned adds which sheets came back.
func (c *Conduct) addReturned(ctx context.Context, s *situation, at func(string) *ReviewerState) error {
	stored, err := c.db.Sheets(ctx, s.ref)
	if err != nil {
		return err
	}
	beside, err := c.db.ExtraRatings(ctx, s.ref)
	if err != nil {
		return err
	}
	for _, sheet := range stored {
		one := at(sheet.Rater.ID)
		all := append(slices.Clone(sheet.Ratings), beside[sheet.Rater.ID]...)
		_, one.Values = sheets.Reading{Ratings: all}.Taken()
		one.Returned, one.File = sheet.Time, sheet.File.Name
		codes := one.Codes
		if codes == nil {
			codes = codesOf(s.handed())
		}
		for _, code := range codes {
			rated := slices.ContainsFunc(all, func(r study.Rating) bool {
				_, values := sheets.Reading{Ratings: []study.Rating{r}}.Taken()
				return r.Code == code && values > 0
			})
			if !rated {
				one.Missing = append(one.Missing, code)
			}
		}
	}
	return nil
}

// Reminder is a text to a reviewer that a person copies into a message of their own; the program sends nothing.
type Reminder struct {
	Email   string // "" when not told
	Subject string
	Text    string
}

// Remind writes the text that asks a reviewer for their sheet, or for the answers that it leaves out, in a language of
// choice ("" is the study's). It names study, deadline and codes, and no origin.
//
// Problems: reviewer.not-found, handout.not-yet, reviewer.nothing-missing (Args: reviewer).
func (c *Conduct) Remind(ctx context.Context, ref Ref, id string, l study.Language) (Reminder, error) {
	s, err := c.situation(ctx, ref)
	if err != nil {
		return Reminder{}, err
	}
	if !isHandedOut(s) {
		return Reminder{}, &study.Problem{ID: "handout.not-yet", Args: map[string]any{"test": ref.Test}}
	}
	list, err := c.Reviewing(ctx, ref)
	if err != nil {
		return Reminder{}, err
	}
	i := slices.IndexFunc(list, func(r ReviewerState) bool { return strings.EqualFold(r.ID, id) })
	if i < 0 {
		return Reminder{}, &study.Problem{ID: "reviewer.not-found", Args: map[string]any{"reviewer": id}}
	}
	if !list[i].Returned.IsZero() && len(list[i].Missing) == 0 {
		return Reminder{}, &study.Problem{ID: "reviewer.nothing-missing", Args: map[string]any{"reviewer": list[i].ID}}
	}
	if l == "" {
		l = s.study.Language
	}
	return c.reminder(s, list[i], l), nil
}

func (c *Conduct) reminder(s *situation, r ReviewerState, l study.Language) Reminder {
	words := c.wordsOf(l)
	greeting := words.T("reminder.greeting")
	if r.Name != "" {
		greeting = words.T("reminder.greeting-name", "name", r.Name)
	}
	parts := []string{greeting}
	if r.Returned.IsZero() {
		parts = append(parts, words.T("reminder.sheet", "study", s.study.Name, "title", s.kase.Title, "reviewer", r.ID))
	} else {
		codes := make([]string, len(r.Missing))
		for i, code := range r.Missing {
			codes[i] = string(code)
		}
		parts = append(parts, words.T("reminder.missing", "study", s.study.Name, "title", s.kase.Title, "reviewer", r.ID, "codes", strings.Join(codes, ", ")))
	}
	if r.Deadline != "" {
		parts = append(parts, words.T("reminder.deadline", "date", r.Deadline))
	}
	parts = append(parts, words.T("reminder.blind"), words.T("reminder.thanks"))
	if s.study.Lead != "" {
		parts = append(parts, s.study.Lead)
	}
	return Reminder{
		Email: r.Email, Subject: words.T("reminder.subject", "study", s.study.Name, "reviewer", r.ID), Text: strings.Join(parts, "\n\n") + "\n",
	}
}
