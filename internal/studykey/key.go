package studykey

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"iucomstudien/internal/study"
)

// SaltSize is the number of random bytes that go into a commitment.
const SaltSize = 32

// ErrSealed is what marshalling a key says. [Key.Encode] writes it on purpose.
var ErrSealed = errors.New("studykey: the study key is sealed")

// Row is what the key says about one answer.
type Row struct {
	Code      study.Code
	Answer    string // the answer's ID within the test
	Condition study.Condition
	Origin    study.Origin
	SHA256    string // of the file the answer came from, hexadecimal; "" when there was none
	// RepeatOf is the code under which the same answer stands first; "" where this is that code. A repeat measures how
	// consistent a reviewer is with themselves and is no further answer.
	RepeatOf study.Code
}

// Key is the sealed list code -> origin of one test. Its zero value is no key: see [Key.IsZero].
type Key struct {
	// content is behind a function, the one kind of value that no verb looks into: where a key is a hidden field of
	// another value, fmt calls none of its methods and follows even pointers.
	content func() *content
}

// content is what the seal keeps in.
type content struct {
	study, test string
	seed        int32
	rows        []Row
	salt        []byte
	commitment  string // over all the above
}

// New seals the key of a test: the rows in blind order, the seed that gave the order, and a salt of [SaltSize] bytes
// from a source of true randomness. It keeps copies. A salt of another length or a code that stands twice is an error.
func New(studyID, testID string, seed int32, rows []Row, salt []byte) (Key, error) {
	c := &content{study: studyID, test: testID, seed: seed, rows: slices.Clone(rows), salt: bytes.Clone(salt)}
	if err := c.check(); err != nil {
		return Key{}, err
	}
	canonical, err := c.canonical()
	if err != nil {
		return Key{}, fmt.Errorf("sealing the study key: %w", err)
	}
	h := sha256.New()
	h.Write(c.salt)
	h.Write(canonical)
	c.commitment = hex.EncodeToString(h.Sum(nil))
	return Key{content: func() *content { return c }}, nil
}

// check holds what must be true of every key. It names no origin.
func (c *content) check() error {
	if len(c.salt) != SaltSize {
		return fmt.Errorf("studykey: a salt of %d bytes, want %d", len(c.salt), SaltSize)
	}
	codes, answers := map[study.Code]string{}, map[string]bool{} // answers by their first code
	seen := map[study.Code]bool{}
	for _, r := range c.rows {
		switch {
		case r.Code == "" || seen[r.Code]:
			return fmt.Errorf("studykey: code %q is empty or stands twice", r.Code)
		case r.Answer == "" || answers[r.Answer] && r.RepeatOf == "":
			return fmt.Errorf("studykey: the answer of code %q has no ID or stands twice", r.Code)
		case !r.Condition.Valid():
			return fmt.Errorf("studykey: the condition of code %q is none of the five", r.Code)
		}
		seen[r.Code] = true
		if r.RepeatOf == "" {
			codes[r.Code], answers[r.Answer] = r.Answer, true
		}
	}
	for _, r := range c.rows {
		if r.RepeatOf != "" && codes[r.RepeatOf] != r.Answer {
			return fmt.Errorf("studykey: code %q repeats %q, which stands for another answer", r.Code, r.RepeatOf)
		}
	}
	return nil
}

// IsZero tells whether there is no key at all.
func (k Key) IsZero() bool { return k.content == nil }

// Study is the study the key belongs to; it gives nothing away.
func (k Key) Study() string { return k.open().study }

// Test is the test the key belongs to; it gives nothing away.
func (k Key) Test() string { return k.open().test }

// Len is the number of answers.
func (k Key) Len() int { return len(k.open().rows) }

// Open breaks the seal: every code with its origin, in blind order. Who calls it logs that the key was opened.
func (k Key) Open() []Row { return slices.Clone(k.open().rows) }

// Seed is the seed of the blind order. With the order of import it gives the key away.
func (k Key) Seed() int32 { return k.open().seed }

// open is the content, an empty one for the zero key.
func (k Key) open() *content {
	if k.content == nil {
		return &content{}
	}
	return k.content()
}

// Commitment is the SHA-256 of the salt followed by the canonical form of the key, in hexadecimal. It may be shown
// to anybody before the unblinding; afterwards anybody who gets the key can compute it again. The zero key has none.
func (k Key) Commitment() string { return k.open().commitment }

// Verify compares the key with the commitment that was handed out. Problem: key.changed (Args: study, test).
func (k Key) Verify(commitment string) error {
	if k.IsZero() || k.Commitment() != commitment {
		return &study.Problem{ID: "key.changed", Args: map[string]any{"study": k.Study(), "test": k.Test()}}
	}
	return nil
}

// Equal tells whether both hold the same, without opening either.
func (k Key) Equal(other Key) bool { return k.Commitment() == other.Commitment() }

// sealed is all that a key says of itself.
const sealed = "study key (sealed)"

// String keeps the content out of every text.
func (Key) String() string { return sealed }

// GoString keeps the content out of %#v.
func (Key) GoString() string { return sealed }

// Format keeps the content out of every other verb.
func (Key) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, sealed) }

// LogValue keeps the content out of structured logs.
func (Key) LogValue() slog.Value { return slog.StringValue(sealed) }

// MarshalJSON refuses.
func (Key) MarshalJSON() ([]byte, error) { return nil, ErrSealed }

// MarshalText refuses, and with it XML, maps' keys and all that asks for text.
func (Key) MarshalText() ([]byte, error) { return nil, ErrSealed }

// GobEncode refuses.
func (Key) GobEncode() ([]byte, error) { return nil, ErrSealed }
