package lang

import "sync"

// Saying is what a text says, apart from the language it was said in.
type Saying struct {
	key     string
	args    []any
	n       int
	counted bool // n chooses the plural form
}

// In says it in the language of a catalogue. Words among its arguments stay as they were given.
func (s Saying) In(c *Catalogue) string {
	if s.counted {
		return c.N(s.key, s.n, s.args...)
	}
	return c.T(s.key, s.args...)
}

// Saying tells what a text says that this catalogue gave lately; ok is false for any other text. It is for whoever
// shows a text for a while and may have to say it anew in another language.
func (c *Catalogue) Saying(text string) (s Saying, ok bool) { return c.lately.find(text) }

// lately keeps the last texts that a catalogue gave. It is safe for use by several goroutines.
type lately struct {
	mu   sync.Mutex
	next int
	list [rememberedTexts]said
}

// rememberedTexts is how many texts are kept: more than one sentence is put together of.
const rememberedTexts = 16

type said struct {
	text string
	what Saying
}

func (l *lately) note(text string, s Saying) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list[l.next] = said{text, s}
	l.next = (l.next + 1) % len(l.list)
}

func (l *lately) find(text string) (Saying, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.list { // the newest first: two keys may have one text
		at := (l.next - 1 - i + 2*len(l.list)) % len(l.list)
		if one := l.list[at]; one.text == text && one.what.key != "" {
			return one.what, true
		}
	}
	return Saying{}, false
}
