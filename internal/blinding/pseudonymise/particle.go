package pseudonymise

import (
	"strings"

	"iucomstudien/internal/study"
)

// nameFront extends a surname over its particle, the word of nobility before it and, in English, over a first name no list knows.
func (d *doc) nameFront(i int, p *person) int {
	from := d.withParticle(i, p)
	if d.lang == study.English && from == i && len(p.given) == 0 && !d.at(i).line && d.unknownName(i-1) {
		return i - 1
	}
	if d.is(from-1, clsNobility) && d.free(from-1) && !d.tok[from].line && p.particle != "" {
		return from - 1 // Gräfin Thurn
	}
	return from
}

// withParticle extends a surname over its particle: "von Hohenfeld", "al-Hassan".
func (d *doc) withParticle(i int, p *person) int {
	if p.particle == "" {
		return i
	}
	words := scan(p.particle)
	from := i - len(words)
	if from < 0 || !d.open(from, i) {
		return i
	}
	for n := range words {
		if !strings.EqualFold(d.at(from+n).text, words[n].text) || n > 0 && d.at(from+n).line {
			return i
		}
	}
	return from
}

// takeParticle extends a bare surname that was found by itself over the particle its bearer has elsewhere: "de Luca", where Luca
// is a first name too.
func (d *doc) takeParticle(f *finding) {
	if f.mention == nil || f.mention.particle != "" || f.from != f.mention.from || len(f.mention.given)+len(f.mention.surname) != 1 {
		return
	}
	f.from = d.withParticle(f.from, f.person)
}
