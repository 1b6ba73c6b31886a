package conduct

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/sqlite"
)

// Backup is a dated copy of the database.
type Backup = sqlite.Copy

// Settings of the program that stand in the database.
const (
	backupsPreference   = "backups-kept"
	retentionPreference = "retention-months"
)

// UsualBackups is how many dated copies are kept where nobody chose a number.
const UsualBackups = 7

// BackupsFolder is the folder of the dated copies.
func (c *Conduct) BackupsFolder() string { return sqlite.CopiesFolder(c.home.Database()) }

// Backups lists the dated copies, the newest first. Copies are removed when something is withdrawn or deleted for good,
// since it would live on in them.
func (c *Conduct) Backups() ([]Backup, error) { return sqlite.Copies(c.home.Database()) }

// BackUp copies the database now, and removes the oldest copies beyond the number that is kept.
func (c *Conduct) BackUp(ctx context.Context) (Backup, error) {
	most, err := c.BackupsKept(ctx)
	if err != nil {
		return Backup{}, err
	}
	made, err := c.db.Backup(ctx)
	if err != nil {
		return Backup{}, err
	}
	return made, c.db.KeepCopies(most)
}

// BackUpDaily copies the database unless it was copied today or holds no study. It is for the start of the program.
func (c *Conduct) BackUpDaily(ctx context.Context) error {
	studies, err := c.db.Studies(ctx)
	if err != nil || len(studies) == 0 {
		return err
	}
	list, err := c.Backups()
	if err != nil {
		return err
	}
	now := c.now()
	for _, one := range list {
		if !one.Aside && one.Time.In(now.Location()).Format(time.DateOnly) == now.Format(time.DateOnly) {
			return nil
		}
	}
	_, err = c.BackUp(ctx)
	return err
}

// BackupsKept is how many dated copies are kept.
func (c *Conduct) BackupsKept(ctx context.Context) (int, error) {
	n, err := c.number(ctx, backupsPreference)
	if n < 1 {
		n = UsualBackups
	}
	return n, err
}

// SetBackupsKept says how many dated copies are kept, at least one, and removes those beyond.
func (c *Conduct) SetBackupsKept(ctx context.Context, n int) error {
	n = max(1, n)
	if err := c.db.SetPreference(ctx, backupsPreference, strconv.Itoa(n)); err != nil {
		return err
	}
	return c.db.KeepCopies(n)
}

// number is a setting that is a number; 0 where it was never made.
func (c *Conduct) number(ctx context.Context, key string) (int, error) {
	text, err := c.db.Preference(ctx, key)
	if err != nil || text == "" {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("the setting %s: %w", key, err)
	}
	return n, nil
}

// Restore puts a dated copy in the place of the database of a home that is not open; what stood there becomes a dated
// copy itself. Folders of studies stay as they are. now nil is the system's clock.
//
// Problems: those of sqlite.Restore.
func Restore(ctx context.Context, home folder.Home, name string, now func() time.Time) error {
	return sqlite.Restore(ctx, home.Database(), name, sqlite.Options{Now: now})
}
