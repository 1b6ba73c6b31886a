package replies

import (
	"encoding/json"
	"math"
)

// Word is a word or number of JSON as text; anything else is "".
type Word string

// UnmarshalJSON takes a string or a number.
func (l *Word) UnmarshalJSON(data []byte) error {
	var s string
	var n json.Number
	switch {
	case json.Unmarshal(data, &s) == nil:
		*l = Word(s)
	case json.Unmarshal(data, &n) == nil:
		*l = Word(n)
	}
	return nil
}

// Count is a number of tokens as JSON has it: null, fractions and nonsense become whole numbers from 0.
type Count int

// UnmarshalJSON never fails: a number of tokens that can't be read must not cost the reply.
func (c *Count) UnmarshalJSON(data []byte) error {
	var n float64
	if json.Unmarshal(data, &n) == nil && n > 0 && n < math.MaxInt32 {
		*c = Count(n)
	}
	return nil
}
