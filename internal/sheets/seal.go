package sheets

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"
)

// sealTimes packs a workbook again so that its parts stand in the order of their names and carry one time: equal
// content gives equal bytes, and nothing tells when the file was written.
func sealTimes(data []byte, moment time.Time) ([]byte, error) {
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("packing the workbook: %w", err)
	}
	parts := slices.Clone(in.File)
	slices.SortStableFunc(parts, func(a, b *zip.File) int { return cmp.Compare(order(a.Name), order(b.Name)) })
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, part := range parts {
		if err := copyPart(out, part, moment); err != nil {
			return nil, fmt.Errorf("packing the workbook: part %s: %w", part.Name, err)
		}
	}
	if err := out.Close(); err != nil {
		return nil, fmt.Errorf("packing the workbook: %w", err)
	}
	return b.Bytes(), nil
}

// order puts the list of content types first, as readers of the format expect it.
func order(name string) string {
	if name == "[Content_Types].xml" {
		return ""
	}
	return name
}

func copyPart(out *zip.Writer, part *zip.File, moment time.Time) error {
	header := &zip.FileHeader{Name: part.Name, Method: zip.Deflate}
	if !moment.IsZero() {
		header.Modified = moment.UTC()
	}
	to, err := out.CreateHeader(header)
	if err != nil {
		return err
	}
	from, err := part.Open()
	if err != nil {
		return err
	}
	if _, err := io.Copy(to, from); err != nil {
		return err
	}
	return from.Close()
}
