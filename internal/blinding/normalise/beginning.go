package normalise

import "unicode/utf8"

// beginning is how a text begins: up to startLength characters, folded, sixteen bits each. What begins alike has the same
// beginning, so that a table of patterns is asked with a number instead of a string.
type beginning uint64

const charBits = 16

// with lengthens a beginning by a folded character. It is false for a character that has no place in one.
func (b beginning) with(r rune) (beginning, bool) {
	return b<<charBits | beginning(r), r > 0 && r < 1<<charBits
}

// beginningOf is the beginning that a pattern's start stands for: cut before a character that has no place, so that it
// says less, never something else. It is 0 where nothing is left.
func beginningOf(start string) beginning {
	var b beginning
	for _, r := range start {
		longer, ok := b.with(r)
		if !ok {
			break
		}
		b = longer
	}
	return b
}

// String is the beginning as text.
func (b beginning) String() string {
	var out []rune
	for at := (startLength - 1) * charBits; at >= 0; at -= charBits {
		if r := rune(b >> at & (1<<charBits - 1)); r != 0 {
			out = append(out, r)
		}
	}
	return string(out)
}

// beginningSet tells of most texts by their first two characters that no beginning of a list is theirs. It errs to one
// side only: what it holds may be in the list, what it does not hold is not.
type beginningSet struct {
	ones, pairs [32]uint64 // beginnings of one character, and of two or more
}

func (s *beginningSet) add(b beginning) {
	for b >= 1<<(2*charBits) {
		b >>= charBits
	}
	if b < 1<<charBits {
		setBit(&s.ones, b)
		return
	}
	setBit(&s.pairs, b)
}

// mayHold tells whether a text that begins with a first and a second character may have a beginning of the set. Second is
// 0 for a text of one character.
func (s *beginningSet) mayHold(first, second beginning) bool {
	return hasBit(&s.ones, first) || hasBit(&s.pairs, first<<charBits|second)
}

func setBit(set *[32]uint64, b beginning) { set[place(b)>>6] |= 1 << (place(b) & 63) }

func hasBit(set *[32]uint64, b beginning) bool { return set[place(b)>>6]&(1<<(place(b)&63)) != 0 }

// place spreads beginnings over the bits of a set (multiplicative hashing: Knuth, The Art of Computer Programming 3, 6.4).
func place(b beginning) uint64 { return uint64(b) * 0x9E3779B97F4A7C15 >> 53 }

// beginnings lists how a text begins, from the shortest. The array is longer than the list, whose length comes with it.
func beginnings(text string) (list [startLength]beginning, n int) {
	var b beginning
	for n < startLength && text != "" {
		r, size := utf8.DecodeRuneInString(text)
		longer, ok := b.with(foldLower(r))
		if !ok {
			break
		}
		b, text = longer, text[size:]
		list[n] = b
		n++
	}
	return list, n
}
