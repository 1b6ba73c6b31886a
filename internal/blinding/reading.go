package blinding

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"iucomstudien/internal/stats"
)

// ReadingMethod names how the reading order of one reviewer is drawn, for the study log.
const ReadingMethod = Method + ", seed from SHA-256(seed/reviewer)"

// ReadingOrder draws the order in which one reviewer reads n answers: order[i] is the 0-based blind place of the i-th
// answer to be read. It comes from a seed of the reviewer's own, so that no two reviewers tire at the same answers: the
// first 31 bits of the SHA-256 of "seed/reviewer" with the test's seed in decimal digits, which anyone can compute anew.
func ReadingOrder(seed int32, reviewer string, n int) (own int32, order []int) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d/%s", seed, reviewer))
	own = int32(binary.BigEndian.Uint32(sum[:4]) >> 1)
	return own, stats.Order(own, n)
}
