package extract

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"iucomstudien/internal/study"
)

// Member is a file inside a packed file.
type Member struct {
	Name string // as the archive has it, cleaned; for showing only, never a place to write to
	Data []byte
}

// Unpack gives the wanted files of a zip, by name, or the one file of a gzip, whose name is "". Nothing is written to disk, and
// what would unpack to more than the limits is refused.
func Unpack(ctx context.Context, data []byte, want func(name string) bool) ([]Member, error) {
	if bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		return gunzip(data)
	}
	a, err := openArchive(data)
	if err != nil {
		return nil, err
	}
	if a.locked {
		return nil, &study.Problem{ID: "file.password"}
	}
	var all []Member
	for name, f := range a.parts {
		if f.FileInfo().IsDir() || !want(name) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, err := a.open(name)
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			return nil, unpackProblem(err)
		}
		all = append(all, Member{name, content})
	}
	slices.SortFunc(all, func(x, y Member) int { return cmp.Compare(x.Name, y.Name) })
	return all, nil
}

// gunzip unpacks a gzip.
func gunzip(data []byte) ([]Member, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, unpackProblem(err)
	}
	left := int64(maxUnpacked)
	content, err := io.ReadAll(&boundedPart{ReadCloser: z, part: maxUnpacked, all: &left})
	if err != nil {
		return nil, unpackProblem(err)
	}
	return []Member{{Data: content}}, nil
}

// unpackProblem says why unpacking failed.
func unpackProblem(err error) error {
	if errors.Is(err, errUnpacksTooLarge) {
		return &study.Problem{ID: "file.unpacks-too-large", Err: err}
	}
	return &study.Problem{ID: "file.broken", Err: fmt.Errorf("unpacking: %w", err)}
}
