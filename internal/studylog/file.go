package studylog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"iucomstudien/internal/study"
)

// Format is the name and version of the log file.
const Format = "iucom-log/1"

// formatName is what all versions of the format have in common.
const formatName = "iucom-log/"

// maxLine is the longest line that is read, in bytes. An entry holds facts, no texts; a longer one is none of ours.
const maxLine = 16 << 20

// headJSON is the first line.
type headJSON struct {
	Format string `json:"format"`
	Study  string `json:"study"`
}

// tailJSON is the last line. It shows that the file is complete.
type tailJSON struct {
	Entries int    `json:"entries"`
	Head    string `json:"head"`
}

// start is the hash from which the chain of a study begins: that of the first line.
func start(studyID string) (string, error) {
	line, err := canonical(headJSON{Format: Format, Study: studyID})
	if err != nil {
		return "", fmt.Errorf("head of the log of study %q: %w", studyID, err)
	}
	return hexSum(line), nil
}

// Encode writes the log of a study as a file in the format iucom-log/1. It does not check the chain.
func Encode(w io.Writer, studyID string, entries []Entry) error {
	out := bufio.NewWriter(w)
	put := func(line []byte, err error) error {
		if err != nil {
			return fmt.Errorf("writing the log of study %q: %w", studyID, err)
		}
		_, err = out.Write(append(line, '\n'))
		return err
	}
	if err := put(canonical(headJSON{Format: Format, Study: studyID})); err != nil {
		return err
	}
	for _, e := range entries {
		if err := put(e.line(true)); err != nil {
			return err
		}
	}
	if err := put(canonical(tailJSON{Entries: len(entries), Head: Head(entries)})); err != nil {
		return err
	}
	return out.Flush()
}

// Decode reads a log file and checks it. Every line must stand there byte for byte as [Encode] writes it, so that
// nothing can be changed without being found.
//
// Problems: log.not-a-log (another kind of file), log.newer-format (Args: format), log.broken (Args: seq; Row is the
// line), log.incomplete (the end is missing).
func Decode(r io.Reader) (studyID string, entries []Entry, err error) {
	lines := bufio.NewReader(r)
	studyID, err = decodeHead(lines)
	if err != nil {
		return "", nil, err
	}
	for {
		line, err := readLine(lines)
		if err != nil {
			return "", nil, fault(err, len(entries))
		}
		if bytes.HasPrefix(line, []byte(`{"entries":`)) {
			if err := decodeTail(line, lines, entries); err != nil {
				return "", nil, err
			}
			break
		}
		e, err := decodeEntry(line)
		if err != nil {
			return "", nil, broken(len(entries)+1, err)
		}
		entries = append(entries, e)
	}
	if err := Check(studyID, entries); err != nil {
		for _, p := range study.Problems(err) {
			p.Row = p.Args["seq"].(int) + 1
		}
		return "", nil, err
	}
	return studyID, entries, nil
}

// decodeHead reads the first line and tells other files and newer formats apart from a log.
func decodeHead(lines *bufio.Reader) (string, error) {
	line, err := readLine(lines)
	if err != nil && !errors.Is(err, errCut) {
		return "", fault(err, 0)
	}
	var head headJSON
	if json.Unmarshal(line, &head) != nil || !strings.HasPrefix(head.Format, formatName) {
		return "", &study.Problem{ID: "log.not-a-log"}
	}
	if head.Format != Format {
		return "", &study.Problem{ID: "log.newer-format", Args: map[string]any{"format": head.Format}}
	}
	if err != nil {
		return "", fault(err, 0)
	}
	if same, err := canonical(head); err != nil || !bytes.Equal(same, line) {
		return "", broken(0, err)
	}
	return head.Study, nil
}

// decodeEntry reads one entry and refuses any other way of writing it.
func decodeEntry(line []byte) (Entry, error) {
	var j entryJSON
	if err := json.Unmarshal(line, &j); err != nil {
		return Entry{}, err
	}
	at, err := time.Parse(time.RFC3339Nano, j.Time)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Seq: j.Seq, Time: at, Kind: j.Kind, Test: j.Test, Data: j.Data, Prev: j.Prev, Hash: j.Hash}
	same, err := e.line(true)
	if err != nil {
		return Entry{}, err
	}
	if !bytes.Equal(same, line) {
		return Entry{}, errors.New("the line is not in canonical form")
	}
	return e, nil
}

// decodeTail checks the last line and that nothing follows it.
func decodeTail(line []byte, rest *bufio.Reader, entries []Entry) error {
	want, err := canonical(tailJSON{Entries: len(entries), Head: Head(entries)})
	if err != nil {
		return err
	}
	if !bytes.Equal(line, want) {
		return broken(len(entries)+1, errors.New("the last line does not fit the entries"))
	}
	if _, err := rest.ReadByte(); err != io.EOF {
		return broken(len(entries)+2, errors.New("something follows the last line"))
	}
	return nil
}

var (
	errCut  = errors.New("the line has no end")
	errLong = errors.New("the line is too long")
)

// readLine gives the next line without its line feed. A last line without one is given together with errCut.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case len(line) > maxLine:
			return nil, errLong
		case err == io.EOF:
			return line, errCut
		case err != bufio.ErrBufferFull:
			return nil, err
		}
	}
}

// fault says what it means that a line could not be read after that many entries.
func fault(err error, entries int) error {
	switch {
	case errors.Is(err, errCut):
		return &study.Problem{ID: "log.incomplete", Args: map[string]any{"entries": entries}, Err: err}
	case errors.Is(err, errLong):
		return broken(entries+1, err)
	default:
		return fmt.Errorf("reading the log after entry %d: %w", entries, err)
	}
}

func broken(seq int, err error) error {
	return &study.Problem{ID: "log.broken", Row: seq + 1, Args: map[string]any{"seq": seq}, Err: err}
}
