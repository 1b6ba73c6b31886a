package legalref

import (
	"io/fs"
	"slices"
	"strings"
)

// loadCELEX reads the types of document of each sector.
func (r *Reader) loadCELEX(fsys fs.FS, _ []string) error {
	rows, err := readTable(fsys, "celex", "sector", "types")
	if err != nil {
		return err
	}
	r.celexTypes = map[string][]string{}
	for _, row := range rows {
		r.celexTypes[row["sector"]] = row.list("types")
	}
	return nil
}

// identifier reads ECLI, CELEX and RIS-Justiz numbers that begin with a word.
func (s *scanner) identifier(i int) (raw, bool) {
	switch strings.ToUpper(s.toks[i].text) {
	case "ECLI":
		if s.attached(i+1, ":") {
			return s.ecli(i, i+2)
		}
	case "EU":
		if s.attached(i+1, ":") && i+3 < len(s.toks) && slices.Contains([]string{"C", "T", "F"}, s.toks[i+2].text) && s.attached(i+3, ":") {
			return s.ecli(i, i)
		}
	case "CELEX":
		j := i + 1
		for n := 0; n < 3 && (s.is(j, "-") || s.is(j, ":") || s.is(j, ".")); n++ {
			j++
		}
		if _, next, ok := s.word("number", j); ok {
			j = next
		}
		if s.is(j, ":") {
			j++
		}
		if h, ok := s.celex(j); ok {
			h.start = i
			return h, true
		}
	case "RIS", "RS":
		return s.headnote(i)
	case "ELI":
		return s.eli(i)
	case "DU", "MP":
		return s.sejm(i)
	}
	return raw{}, false
}

// ecli reads everything glued together from token j on.
func (s *scanner) ecli(i, j int) (raw, bool) {
	end := j
	for end < len(s.toks) && (end == j || s.toks[end].gap == none) {
		t := &s.toks[end]
		if t.kind == mark && !strings.Contains(":.-_", t.text) {
			break
		}
		end++
	}
	for end > j && s.toks[end-1].kind == mark {
		end--
	}
	if end-j < 5 {
		return raw{}, false
	}
	rest := s.joinedText(j, end)
	country, _, _ := strings.Cut(rest, ":")
	country = strings.ToUpper(country)
	h := raw{start: i, end: end, kind: ECLI, jur: country, norms: []string{"ECLI:" + rest}}
	switch {
	case country == "CE":
		h.jur = "INT"
	case len(country) != 2:
		h.jur = ""
	}
	return h, true
}

// celex reads 32016R0679, with a consolidated form's date or a bracket after it.
func (s *scanner) celex(j int) (raw, bool) {
	if !s.number(j) || len(s.toks[j].text) != 5 || j+2 >= len(s.toks) {
		return raw{}, false
	}
	l, n := &s.toks[j+1], &s.toks[j+2]
	if l.kind != word || l.gap != none || n.kind != digits || n.gap != none || len(l.text) > 2 || !capital(l.text) || len(n.text) != 4 {
		return raw{}, false
	}
	end := j + 3
	norm := s.toks[j].text + l.text + n.text
	if s.attached(end, "-") && s.number(end+1) && s.toks[end+1].gap == none && len(s.toks[end+1].text) == 8 {
		norm += "-" + s.toks[end+1].text
		end += 2
	}
	return raw{start: j, end: end, kind: CELEX, jur: "EU", norms: []string{"CELEX:" + norm}}, true
}

// eli reads the identifiers of legislation that have a norm of their own: eli/reg/2016/679, eli/bgbl/I/2020/12. A web
// address belongs to it from its first sign on.
func (s *scanner) eli(i int) (raw, bool) {
	start := i
	for start > 0 && s.toks[start].gap == none && s.toks[start-1].kind != digits && i-start < 16 {
		start--
	}
	if n := len(s.hits); n > 0 && s.hits[n-1].end > start {
		start = i
	}
	var parts []string
	j := i + 1
	for len(parts) < 6 && s.attached(j, "/") && j+1 < len(s.toks) && s.toks[j+1].gap == none && s.toks[j+1].kind != mark {
		w := s.toks[j+1].text
		j += 2
		for s.attached(j, "_") {
			w += "_"
			j++
			if w1 := s.word1(j); w1 != "" {
				w += w1
				j++
			}
		}
		parts = append(parts, w)
	}
	h := raw{start: start, end: j}
	letter, ok := map[string]string{"reg": "R", "reg_impl": "R", "reg_del": "R", "dir": "L", "dir_impl": "L", "dir_del": "L", "dec": "D", "dec_impl": "D", "dec_del": "D"}[first(parts)]
	switch {
	case ok && len(parts) >= 3 && len(parts[1]) == 4 && len(parts[2]) <= 4:
		h.kind, h.jur = Act, "EU"
		h.norms = []string{"EU:3" + parts[1] + letter + strings.Repeat("0", 4-len(parts[2])) + parts[2]}
	case first(parts) == "bgbl" && len(parts) >= 3 && len(parts[1]) == 4 && year(parts[1]):
		h.kind, h.jur = Gazette, "AT"
		h.norms = []string{"AT:BGBl:" + parts[2] + "/" + parts[1]}
	case first(parts) == "bgbl" && len(parts) >= 4 && roman(parts[1]):
		h.kind, h.jur = Gazette, "AT"
		h.norms = []string{"AT:BGBl:" + parts[1] + ":" + parts[3] + "/" + parts[2]}
	default:
		return raw{}, false
	}
	return h, true
}

func first(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return parts[0]
}

// sejm reads the Polish form DU/2024/18.
func (s *scanner) sejm(i int) (raw, bool) {
	if !s.attached(i+1, "/") || !s.digitsGlued(i+2, 4, 4) || !s.attached(i+3, "/") || !s.digitsGlued(i+4, 1, 5) {
		return raw{}, false
	}
	id := map[string]string{"DU": "DzU", "MP": "MP"}[s.toks[i].text]
	return raw{start: i, end: i + 5, kind: Gazette, jur: "PL", norms: []string{"PL:" + id + ":" + s.toks[i+2].text + ":" + s.toks[i+4].text}}, id != ""
}

// headnote reads RIS-Justiz RS0016556 [T12], also with round brackets.
func (s *scanner) headnote(i int) (raw, bool) {
	j := i
	if s.toks[j].text == "RIS" {
		if !s.attached(j+1, "-") || !s.attached(j+2, "Justiz") {
			return raw{}, false
		}
		j += 3
	}
	if !s.is(j, "RS") || !s.number(j+1) || s.toks[j+1].gap > space || len(s.toks[j+1].text) < 5 {
		return raw{}, false
	}
	norm := "AT:RS" + s.toks[j+1].text
	h := raw{start: i, end: j + 2, kind: Headnote, jur: "AT", norms: []string{norm}}
	if len(s.toks[j+1].text) != 7 {
		h.reason = "headnote-digits"
	}
	closing := map[string]string{"[": "]", "(": ")"}[s.textAt(j+2)]
	if closing != "" && s.is(j+3, "T") {
		var ts []string
		k := j + 3
		for s.is(k, "T") && s.number(k+1) {
			ts = append(ts, norm+":T"+s.toks[k+1].text)
			k += 2
			if s.is(k, ",") && s.is(k+1, "T") {
				k++
			}
		}
		if s.is(k, closing) && len(ts) > 0 {
			h.norms, h.end = ts, k+1
		}
	}
	return h, true
}

// placeholder reads [PERSON-1].
func (s *scanner) placeholder(i int) (raw, bool) {
	if i+4 >= len(s.toks) || s.toks[i+1].kind != word || s.toks[i+1].gap != none || len(s.toks[i+1].text) < 2 ||
		strings.ToUpper(s.toks[i+1].text) != s.toks[i+1].text || !s.attached(i+2, "-") || !s.number(i+3) || s.toks[i+3].gap != none || !s.attached(i+4, "]") {
		return raw{}, false
	}
	return raw{start: i, end: i + 5, kind: Placeholder, norms: []string{"[" + s.toks[i+1].text + "-" + s.toks[i+3].text + "]"}}, true
}

// backref reads leg cit, aaO, ebd, ibid, tamże, op. cit.
func (s *scanner) backref(i int) (raw, bool) {
	id, next, ok := s.word("backref", i)
	if !ok || s.partOfWord(next) {
		return raw{}, false
	}
	return raw{start: i, end: next, kind: Backref, norms: []string{id}}, true
}

// point reads Polish "pkt 45" as a marginal number: after a decision of a European court, or before "wyroku".
func (s *scanner) point(i int) (id string, next int, ok bool) {
	_, next, ok = s.word("point", i)
	if !ok || s.lang != "pl" {
		return "", i, false
	}
	if n := len(s.hits); n > 0 && (s.hits[n-1].kind == Decision || s.hits[n-1].kind == ECLI) && (s.hits[n-1].jur == "EU" || s.hits[n-1].jur == "INT") && i-s.hits[n-1].end < 8 {
		return "Rn", next, true
	}
	for j := next; j < len(s.toks) && j < next+4; j++ {
		if _, _, ok := s.word("noun", j); ok {
			return "Rn", next, true
		}
		if s.toks[j].text == "uzasadnienia" {
			return "Rn", next, true
		}
	}
	return "", i, false
}

// fullStop tells whether token i is a point with which a paragraph or sentence can end.
func (s *scanner) fullStop(i int) bool {
	if !s.is(i, ".") {
		return false
	}
	return i+1 == len(s.toks) || s.toks[i+1].gap >= line || s.toks[i+1].gap == space && s.toks[i+1].kind == word && upper(s.toks[i+1].text)
}

// pinpoint reads Rn. 61 f., Rz 14, S. 77, para 45. Where its word goes without a point, a point after f or ff closes the
// sentence.
func (s *scanner) pinpoint(i int) (raw, bool) {
	id, j, ok := s.word("pinpoint", i)
	if ok && s.lang == "en" && strings.ToLower(s.toks[i].text) == "s" {
		return raw{}, false // a section
	}
	if !ok {
		id, j, ok = s.point(i)
	}
	if !ok || !s.number(j) || s.toks[j].gap > line || len(s.toks[j].text) > 4 {
		return raw{}, false
	}
	if h, ok := s.schilling(i); ok {
		return h, true
	}
	h := raw{start: i, kind: Pinpoint}
	pointed := s.toks[j-1].text == "."
	for {
		v := s.toks[j].text
		j++
		if j < len(s.toks) && s.toks[j].kind == word && s.toks[j].gap == none && len(s.toks[j].text) == 1 {
			v += s.toks[j].text
			j++
		}
		if s.attached(j, "/") && s.digitsGlued(j+1, 1, 2) {
			v += "/" + s.toks[j+1].text
			j += 2
		}
		if _, next, ok := s.word("range", j); ok && s.number(next) && s.toks[next].gap <= space {
			v += "-" + s.toks[next].text
			j = next + 1
		}
		if f, next, ok := s.word("following", j); ok && !s.partOfWord(next) {
			v += f
			if j = next; s.fullStop(next-1) && !pointed {
				j--
			}
		}
		h.norms = append(h.norms, id+v)
		_, next, ok := s.word("and", j)
		if !ok || !s.number(next) || s.toks[next].gap > line || len(s.toks[next].text) > 3 || s.measured(next) || s.isDate(next) {
			break
		}
		if k := next + 1; k < len(s.toks) && (s.toks[k].kind == word && s.toks[k].gap == space && upper(s.toks[k].text) || s.attached(k, "/") || s.attached(k, ".") && s.number(k+1)) {
			break
		}
		j = next
	}
	h.end = j
	return h, true
}
