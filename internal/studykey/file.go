package studykey

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/gowebpki/jcs"

	"iucomstudien/internal/study"
)

// Format is the name and version of the key file; FormatRepeats that of a key in which answers stand a second time.
const (
	Format        = "iucom-key/1"
	FormatRepeats = "iucom-key/2"
)

// formatName is what all versions of the format have in common.
const formatName = "iucom-key/"

// committedJSON is the part of the file that the commitment is computed over.
type committedJSON struct {
	Format string    `json:"format"`
	Study  string    `json:"study"`
	Test   string    `json:"test"`
	Seed   int32     `json:"seed"`
	Rows   []rowJSON `json:"rows"`
}

// fileJSON is the whole file.
type fileJSON struct {
	committedJSON
	Salt       string `json:"salt"`
	Commitment string `json:"commitment"`
}

// rowJSON is one answer. Every field of the first version always stands there, so that an empty one is a statement
// too; a later one stands only where it says something, so that older keys keep their commitment.
type rowJSON struct {
	Code      study.Code      `json:"code"`
	Answer    string          `json:"answer"`
	Condition study.Condition `json:"condition"`
	Origin    originJSON      `json:"origin"`
	SHA256    string          `json:"sha256"`
	RepeatOf  study.Code      `json:"repeat_of,omitempty"` // only in iucom-key/2
}

// originJSON is study.Origin with its names in the file. The two convert into each other, so that a field added to
// one and forgotten in the other does not compile.
type originJSON struct {
	Provider      string              `json:"provider"`
	Model         string              `json:"model"`
	Version       string              `json:"version"`
	Date          string              `json:"date"`
	Prompt        string              `json:"prompt"`
	SawGold       bool                `json:"saw_gold,omitempty"`
	Participant   string              `json:"participant"`
	Qualification study.Qualification `json:"qualification"`
	Aids          study.Maybe[bool]   `json:"aids"`
	Consent       study.Consent       `json:"consent"`
	AIConsent     study.Maybe[bool]   `json:"ai_consent,omitzero"`
}

// committed is the content as the commitment sees it.
func (c *content) committed() committedJSON {
	rows, format := make([]rowJSON, len(c.rows)), Format
	for i, r := range c.rows {
		rows[i] = rowJSON{
			Code: r.Code, Answer: r.Answer, Condition: r.Condition, Origin: originJSON(r.Origin), SHA256: r.SHA256, RepeatOf: r.RepeatOf,
		}
		if r.RepeatOf != "" {
			format = FormatRepeats
		}
	}
	return committedJSON{Format: format, Study: c.study, Test: c.test, Seed: c.seed, Rows: rows}
}

// canonical is the form of RFC 8785 of all but the salt.
func (c *content) canonical() ([]byte, error) {
	plain, err := json.Marshal(c.committed())
	if err != nil {
		return nil, err
	}
	return jcs.Transform(plain)
}

// Encode breaks the seal and gives the key as the file key.json in the format iucom-key/1 (with repeats iucom-key/2), for the folder Key alone.
func (k Key) Encode() ([]byte, error) {
	if k.IsZero() {
		return nil, errors.New("encoding the study key: there is none")
	}
	data, err := json.MarshalIndent(fileJSON{
		committedJSON: k.open().committed(),
		Salt:          hex.EncodeToString(k.open().salt),
		Commitment:    k.Commitment(),
	}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encoding the study key: %w", err)
	}
	return append(data, '\n'), nil
}

// Decode reads the file key.json and checks it against the commitment it carries; [Key.Verify] compares it with the
// one that was handed out.
//
// Problems: key.not-a-key (another kind of file), key.newer-format (Args: format), key.broken (cannot be read as a
// key), key.changed (does not fit its commitment).
func Decode(data []byte) (Key, error) {
	var kind struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(data, &kind); err != nil || !strings.HasPrefix(kind.Format, formatName) {
		return Key{}, &study.Problem{ID: "key.not-a-key"}
	}
	if kind.Format != Format && kind.Format != FormatRepeats {
		return Key{}, &study.Problem{ID: "key.newer-format", Args: map[string]any{"format": kind.Format}}
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var f fileJSON
	if err := dec.Decode(&f); err != nil {
		return Key{}, broken(err)
	}
	salt, err := hex.DecodeString(f.Salt)
	if err != nil {
		return Key{}, broken(errors.New("the salt is not hexadecimal"))
	}
	rows := make([]Row, len(f.Rows))
	for i, r := range f.Rows {
		rows[i] = Row{
			Code: r.Code, Answer: r.Answer, Condition: r.Condition, Origin: study.Origin(r.Origin), SHA256: r.SHA256, RepeatOf: r.RepeatOf,
		}
	}
	k, err := New(f.Study, f.Test, f.Seed, rows, salt)
	if err != nil {
		return Key{}, broken(err)
	}
	if err := k.Verify(f.Commitment); err != nil {
		return Key{}, err
	}
	return k, nil
}

func broken(err error) error { return &study.Problem{ID: "key.broken", Err: err} }
