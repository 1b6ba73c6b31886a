package pseudonymise

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// settleRounds bounds the repetitions; each needs a finding that only the placeholders of the one before made possible.
const settleRounds = 4

// settle runs the pass over its own output until it finds nothing more, so that a later run changes nothing. A placeholder may
// stand where a name made a word look ordinary; what is found then belongs to this run.
func (p *Pseudonymiser) settle(texts []string, opt Options, res *Result, listed []*entity, m *memo) {
	if len(res.Map) == len(listed) && !slices.ContainsFunc(res.Texts, func(t Text) bool { return len(t.Spans) > 0 }) {
		return
	}
	for range settleRounds {
		outputs := make([]string, len(texts))
		for i := range texts {
			outputs[i] = res.Texts[i].Output
		}
		w := p.newWork(m, outputs, opt)
		w.run()
		if !w.foundAny() {
			return
		}
		for i, e := range w.listed {
			e.placeholder = listed[i].placeholder
		}
		w.reuse(res.Map)
		w.number()
		for i := range texts {
			res.Texts[i] = merge(texts[i], res.Texts[i], w.write(i))
		}
		res.Map = joinMaps(res.Map, w.entities())
	}
}

func (w *work) foundAny() bool {
	for _, d := range w.docs[:w.texts] {
		if len(d.found) > 0 {
			return true
		}
	}
	return false
}

// reuse gives what has the surface of a known entity its placeholder.
func (w *work) reuse(known []Entity) {
	holders := map[string]string{}
	for _, e := range known {
		for _, s := range e.Surfaces {
			holders[e.Kind+" "+fold(s)] = e.Placeholder
		}
	}
	for _, d := range w.docs[:w.texts] {
		for i := range d.found {
			start, end := d.bytes(&d.found[i])
			if e := w.entityOf(&d.found[i]); e.placeholder == "" && !e.listed {
				e.placeholder = holders[e.kind+" "+fold(d.text[start:end])]
			}
		}
	}
}

// merge translates the spans of a run over an output into spans of its input.
func merge(input string, first, second Text) Text {
	if len(second.Spans) == 0 {
		return first
	}
	spans := slices.Clone(first.Spans)
	shift, next := 0, 0 // runes by which the output lies behind the input at this place
	for _, s := range second.Spans {
		for next < len(first.Spans) && first.Spans[next].Start+shift < s.Start {
			f := first.Spans[next]
			shift += utf8.RuneCountInString(f.Entity) + 2 - (f.End - f.Start)
			next++
		}
		s.Start, s.End = s.Start-shift, s.End-shift
		spans = append(spans, s)
	}
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	return Text{Output: render(input, spans), Spans: spans}
}

// render puts placeholders in the place of spans.
func render(input string, spans []Span) string {
	var out strings.Builder
	at, runes := 0, 0
	for _, s := range spans {
		start := at + runeOffset(input[at:], s.Start-runes)
		end := start + len(s.Text)
		out.WriteString(input[at:start])
		out.WriteString("[" + s.Entity + "]")
		at, runes = end, s.End
	}
	out.WriteString(input[at:])
	return out.String()
}

// runeOffset gives the byte at which the n-th rune of s begins.
func runeOffset(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

func joinMaps(first, second []Entity) []Entity {
	byHolder := map[string]int{}
	for i, e := range first {
		byHolder[e.Placeholder] = i
	}
	for _, e := range second {
		i, known := byHolder[e.Placeholder]
		if !known {
			first = append(first, e)
			continue
		}
		for _, s := range e.Surfaces {
			if !slices.Contains(first[i].Surfaces, s) {
				first[i].Surfaces = append(first[i].Surfaces, s)
			}
		}
	}
	return first
}
