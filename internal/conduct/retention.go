package conduct

import (
	"context"
	"errors"
	"strconv"
	"time"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
)

// Overdue is a study that has been kept longer than was set.
type Overdue struct {
	Study     study.Study
	Unblinded time.Time // when the last of its tests was
	Since     time.Time // the day from which on it may be deleted
}

// Retention is after how many months after the unblinding a study is proposed for deletion; 0: never.
func (c *Conduct) Retention(ctx context.Context) (months int, err error) {
	return c.number(ctx, retentionPreference)
}

// SetRetention says after how many months a study is proposed for deletion; 0 proposes none. Nothing is deleted by it.
func (c *Conduct) SetRetention(ctx context.Context, months int) error {
	text := ""
	if months > 0 {
		text = strconv.Itoa(months)
	}
	return c.db.SetPreference(ctx, retentionPreference, text)
}

// Overdue lists the studies whose time is over, in the order in which they were made: those that have a test, all of
// whose tests are unblinded, the last of them longer ago than the time that was set. A month that is too short ends with
// its last day.
func (c *Conduct) Overdue(ctx context.Context) ([]Overdue, error) {
	months, err := c.Retention(ctx)
	if err != nil || months <= 0 {
		return nil, err
	}
	studies, err := c.db.Studies(ctx)
	if err != nil {
		return nil, err
	}
	var list []Overdue
	for _, s := range studies {
		tests, err := c.db.Tests(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		last, ended := lastUnblinding(tests)
		if since := monthsAfter(last, months); ended && !c.now().Before(since) {
			list = append(list, Overdue{s, last, since})
		}
	}
	return list, nil
}

// lastUnblinding tells when the last of tests was unblinded; ended is false where one still goes on, or there is none.
func lastUnblinding(tests []study.Test) (last time.Time, ended bool) {
	for _, t := range tests {
		if t.State != study.Unblinded {
			return last, false
		}
		if t.Finished.After(last) {
			last = t.Finished
		}
	}
	return last, len(tests) > 0
}

// monthsAfter is the same day so many months later, or the last day of that month where it has no such day.
func monthsAfter(t time.Time, months int) time.Time {
	first := time.Date(t.Year(), t.Month()+time.Month(months), 1, t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), t.Location())
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}

// EraseStudy removes a study with everything of it: its folders, its keys, and all that the database has of it. Expert
// documents and cases stay, since they belong to an area of law and to the archive. The folders go first: where one can
// not be removed, because a file in it is open elsewhere, the study is still there and it can be tried again.
//
// Problems: study.not-found, folder.open-elsewhere, folder.no-permission.
func (c *Conduct) EraseStudy(ctx context.Context, id string) error {
	if _, err := c.db.Study(ctx, id); err != nil {
		return err
	}
	folders, err := c.StudyFolders(id)
	if err != nil {
		return err
	}
	var failed []error
	for _, dir := range folders {
		failed = append(failed, folder.Removed(dir))
	}
	if err := errors.Join(failed...); err != nil {
		return err
	}
	return c.DeleteStudy(ctx, id)
}

// StudyFolders names the folders of a study, whether they are there or not: that of its tests, and that of its keys.
func (c *Conduct) StudyFolders(id string) ([]string, error) {
	dir, err := c.home.StudyDir(id)
	if err != nil {
		return nil, err
	}
	key, err := c.home.Key(id)
	return []string{dir, key}, err
}
