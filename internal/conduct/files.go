package conduct

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"

	"iucomstudien/internal/folder"
)

// maxFile is the largest file that is read: document-extraction limits, in bytes.
const maxFile = 50 << 20

// File is a file that a person gave: its base name and its bytes.
type File struct {
	Name string
	Data []byte
	Hint *Hint // what is said of this file alone; nil: what is said of all files
}

// SHA256 is the checksum of the file's bytes, hexadecimal.
func (f File) SHA256() string { return sumBytes(f.Data) }

// sumBytes is the SHA-256 of bytes, hexadecimal.
func sumBytes(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// sumText is the SHA-256 of a text's UTF-8 bytes, hexadecimal.
func sumText(text string) string { return sumBytes([]byte(text)) }

// LoadFiles reads files from disk. Each that can not be read is a Problem of its own, and then none is returned, so
// that nothing is half imported.
func LoadFiles(ctx context.Context, paths []string) ([]File, error) {
	var files []File
	var failed []error
	for _, path := range paths {
		data, err := folder.ReadFile(ctx, path, maxFile)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		files = append(files, File{Name: filepath.Base(path), Data: data})
	}
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	return files, nil
}
