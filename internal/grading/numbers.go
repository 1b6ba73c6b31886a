package grading

import (
	"crypto/sha256"
	"encoding/binary"
	"io"
	"strings"
)

// Numbers is the randomness of the numbers of requests that a resumed run has to write again as they were: the same
// secret and the same texts give the same numbers, so that the ledger knows the request. The secret is drawn at random
// after all answers have come in; so nobody who wrote one can know a number, and [NewNonce] passes over every number
// that stands in a text.
func Numbers(secret string, about ...string) io.Reader {
	sum := sha256.Sum256([]byte(secret + "\x00" + strings.Join(about, "\x00")))
	return &numbers{seed: sum}
}

// numbers is the stream of the SHA-256 sums of a seed and a counter.
type numbers struct {
	seed [sha256.Size]byte
	n    uint64
	left []byte
}

// Read implements [io.Reader]; it never ends and never fails.
func (s *numbers) Read(p []byte) (int, error) {
	for i := range p {
		if len(s.left) == 0 {
			sum := sha256.Sum256(binary.BigEndian.AppendUint64(s.seed[:], s.n))
			s.n, s.left = s.n+1, sum[:]
		}
		p[i], s.left = s.left[0], s.left[1:]
	}
	return len(p), nil
}
