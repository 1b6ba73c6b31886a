package normalise

import "iucomstudien/internal/legalref"

// protected tells whether a text holds what no rule about phrases may take away: a provision, an act, a decision or
// report, an amount, a percentage, a period, a date or another figure.
func (p *pass) protected(text string) bool {
	for _, h := range p.tables.refs.Find(text, string(p.lang)) {
		if h.Kind != legalref.Placeholder && !(h.Kind == legalref.Number && isSmallWord(h.Text)) {
			return true
		}
	}
	return false
}

// cites tells whether a text holds more than the name of an act: the title of a web page may be one.
func (p *pass) cites(text string) bool {
	for _, h := range p.tables.refs.Find(text, string(p.lang)) {
		switch {
		case h.Kind == legalref.Placeholder, h.Kind == legalref.Act, h.Kind == legalref.Number && isSmallWord(h.Text):
		default:
			return true
		}
	}
	return false
}

// substantive tells whether a text holds more than dates, periods and figures: a sentence about the limit of a model's
// knowledge names a date of its own.
func (p *pass) substantive(text string) bool {
	for _, h := range p.tables.refs.Find(text, string(p.lang)) {
		switch h.Kind {
		case legalref.Placeholder, legalref.Date, legalref.Duration, legalref.Number:
		default:
			return true
		}
	}
	return false
}

// isSmallWord tells whether a figure is written as a word: "one of these points" counts nothing.
func isSmallWord(text string) bool {
	for i := range len(text) {
		if digit(text[i]) {
			return false
		}
	}
	return true
}
