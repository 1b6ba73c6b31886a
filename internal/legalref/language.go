package legalref

import "io/fs"

func (r *Reader) loadLanguages(fsys fs.FS, _ []string) error {
	rows, err := readTable(fsys, "language", "lang", "words")
	if err != nil {
		return err
	}
	r.smallWords = map[string]string{}
	for _, row := range rows {
		for _, w := range row.list("words") {
			r.smallWords[w] = row["lang"]
		}
	}
	return nil
}

// guess gives the language of a text from its commonest small words; German when nothing speaks for another.
func (r *Reader) guess(toks []token) string {
	n := map[string]int{}
	for i := range toks {
		if toks[i].kind != word || len(toks[i].text) > 8 {
			continue
		}
		if l, ok := r.smallWords[toks[i].text]; ok {
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
