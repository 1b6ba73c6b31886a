package legalref

// guess gives the language of a text from its commonest small words; German when nothing speaks for another.
func (r *Reader) guess(toks []token) string {
	n := map[string]int{}
	for i := range toks {
		if toks[i].kind != word || len(toks[i].text) > 6 {
			continue
		}
		if l, ok := smallWords[toks[i].text]; ok {
			n[l]++
		}
	}
	best := "de"
	for _, l := range []string{"pl", "en"} {
		if n[l] > n[best] {
			best = l
		}
	}
	return best
}

var smallWords = map[string]string{
	"der": "de", "die": "de", "das": "de", "und": "de", "ist": "de", "nach": "de", "den": "de", "von": "de", "auf": "de", "nicht": "de", "mit": "de",
	"w": "pl", "z": "pl", "na": "pl", "jest": "pl", "oraz": "pl", "nie": "pl", "się": "pl", "do": "pl", "art": "pl", "ust": "pl", "przez": "pl", "zł": "pl",
	"the": "en", "of": "en", "and": "en", "is": "en", "to": "en", "under": "en", "by": "en", "was": "en", "for": "en", "that": "en", "with": "en",
}
