package intake

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"iucomstudien/internal/extract"
	"iucomstudien/internal/study"
)

// maxExport is the size up to which an export is read, packed or not, in bytes.
const maxExport = 400 << 20

// isPacked tells a gzip, or a zip that is no document.
func isPacked(data []byte, err error) bool {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return true
	}
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) && study.HasProblem(err, "file.unknown-format")
}

// packed reads the exports in a packed file as the apps hand it out. Other files in it are counted and left alone.
func (r *reading) packed(ctx context.Context, name string, data []byte) error {
	others := 0
	members, err := extract.Unpack(ctx, data, func(member string) bool {
		wanted := namedExport(member)
		if !wanted {
			others++
		}
		return wanted
	})
	if err != nil {
		return err
	}
	var last error
	format := ""
	for i, m := range members {
		inner := m.Name
		if inner == "" {
			inner = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		}
		r.base = i << 24
		r.p.Format = ""
		before := len(r.p.Candidates)
		_, err := r.export(ctx, inner, m.Data)
		format = orElse(format, r.p.Format)
		switch {
		case study.HasProblem(err, "intake.no-answers"), study.HasProblem(err, "intake.html-page"):
			others, last = others+1, err
		case err != nil:
			return fmt.Errorf("reading %s: %w", inner, err)
		}
		if len(members) > 1 {
			r.placed(before, inner)
		}
	}
	r.skip("other-file", others)
	if r.p.Format = format; format == "" {
		return orProblem(last, &study.Problem{ID: "intake.no-answers", Args: map[string]any{"fields": r.answerFields()}})
	}
	return nil
}

// placed puts the name of the file inside the archive before the places of the answers found in it.
func (r *reading) placed(from int, name string) {
	for i := from; i < len(r.p.Candidates); i++ {
		at := &r.p.Candidates[i].Answer.File.At
		*at = strings.TrimSuffix(name+": "+*at, ": ")
	}
}

// orProblem is an error, or the problem when there is none.
func orProblem(err error, p *study.Problem) error {
	if err != nil {
		return err
	}
	return p
}
