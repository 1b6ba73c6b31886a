package conduct

import (
	"context"
	"path/filepath"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
)

// DocumentsMove is what it would mean to have the documents in another folder.
type DocumentsMove struct {
	Folder   string // where they would stand
	Occupied bool   // something stands there already: it is taken as it is, and nothing is moved
	Load     folder.Load
}

// PlanDocuments looks whether the documents of a home may go to a folder that a person chose, and what stands in the
// present one. Nothing is changed.
//
// Problems: those of folder's CheckDocuments.
func PlanDocuments(ctx context.Context, home folder.Home, chosen string) (DocumentsMove, error) {
	m := DocumentsMove{Folder: filepath.Clean(chosen)}
	if m.Folder != home.Usual {
		m.Folder = folder.InFolder(m.Folder)
	}
	var err error
	if m.Occupied, err = home.CheckDocuments(m.Folder); err != nil {
		return m, err
	}
	m.Load, err = folder.LoadOf(ctx, home.Documents)
	return m, err
}

// MoveDocuments lets the documents of a home that is not open go to another folder, and with carry takes along what
// stands in the present one. The database stays where it is.
//
// Problems: those of folder's MoveDocuments.
func MoveDocuments(ctx context.Context, home folder.Home, m DocumentsMove, carry bool, tell job.Report) error {
	if carry {
		return home.MoveDocuments(ctx, m.Folder, func(done, total int) { tell(done, total, "") })
	}
	if err := folder.MakeDir(m.Folder); err != nil {
		return err
	}
	return home.ChooseDocuments(m.Folder)
}
