package handout

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"time"

	"iucomstudien/internal/folder"
)

// Zip packs the files in the order of their names, all with one time and the same rights. Equal input gives equal
// bytes.
func Zip(files []folder.File, moment time.Time) ([]byte, error) {
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b folder.File) int { return compareNames(a.Name, b.Name) })
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range sorted {
		header := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: moment.UTC()}
		header.SetMode(0o644)
		to, err := w.CreateHeader(header)
		if err == nil {
			_, err = to.Write(f.Data)
		}
		if err != nil {
			return nil, fmt.Errorf("packing %s: %w", f.Name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("packing the blind folder: %w", err)
	}
	return b.Bytes(), nil
}
