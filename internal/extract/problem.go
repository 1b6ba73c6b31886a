package extract

import (
	"bytes"
	"fmt"
	"path/filepath"

	"iucomstudien/internal/study"
)

// problem makes a Problem about a file; args come in pairs, a name and a value.
func problem(id, name string, args ...any) *study.Problem {
	p := &study.Problem{ID: id, File: filepath.Base(name)}
	for i := 0; i+1 < len(args); i += 2 {
		if p.Args == nil {
			p.Args = make(map[string]any)
		}
		p.Args[args[i].(string)] = args[i+1]
	}
	return p
}

// broken is the problem of a file that is damaged.
func broken(name string, cause error) *study.Problem {
	p := problem("file.broken", name)
	p.Err = cause
	return p
}

// megabytes writes a limit as people read it.
func megabytes(n int64) string { return fmt.Sprintf("%d MB", n>>20) }

// signature is the beginning of a file of a kind that is known by name only.
type signature struct {
	start string
	kind  string // as people call it
}

// signatures of kinds that carry no text this program reads, so that a refusal can name them.
var signatures = []signature{
	{"\xff\xd8\xff", "JPEG"}, {"\x89PNG", "PNG"}, {"GIF8", "GIF"}, {"II*\x00", "TIFF"}, {"MM\x00*", "TIFF"},
	{"BM", "BMP"}, {"ID3", "MP3"}, {"OggS", "Ogg"}, {"RIFF", "RIFF"}, {"MZ", "EXE"}, {"\x7fELF", "ELF"},
	{"Rar!", "RAR"}, {"7z\xbc\xaf", "7z"}, {"\x1f\x8b", "gzip"}, {"%PDF-", "PDF"}, {"{\\rtf", "RTF"},
	{zipStart, "ZIP"}, {oleStart, "Microsoft Office 97-2003"}, {"SQLite format 3\x00", "SQLite"},
}

// encryptedPackage is the name of the stream that holds a Word or Excel file locked with a password, in UTF-16.
var encryptedPackage = []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")

// refusal says why no reader wanted a file.
func refusal(name string, data []byte) error {
	if bytes.HasPrefix(data, []byte(oleStart)) && bytes.Contains(data, encryptedPackage) {
		return problem("file.password", name)
	}
	if bytes.HasPrefix(data, []byte(zipStart)) {
		a, err := openArchive(data)
		if err != nil {
			return asProblem(name, err)
		}
		if a.locked {
			return problem("file.password", name)
		}
	}
	if kind := signatureOf(data); kind != "" {
		return problem("file.unknown-format", name, "kind", kind)
	}
	return problem("file.binary", name)
}

// signatureOf names the kind of a file by its first bytes; "" when they say nothing.
func signatureOf(data []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(data, []byte(s.start)) {
			return s.kind
		}
	}
	return ""
}
