package legalref

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// A hit is well formed when nothing in it contradicts itself or the tables. No flaw says that a source does not
// exist, and none is looked for where the tables do not know: the check letter of Austrian file numbers, for one,
// is kept and never verified.

// flaw gives the machine word for what is wrong with the hit, "" when nothing is.
func (r *Reader) flaw(h *raw) string {
	switch h.kind {
	case Decision:
		if h.file != nil {
			return h.decisionFlaw()
		}
	case ECLI:
		return ecliFlaw(strings.TrimPrefix(h.norms[0], "ECLI:"))
	case CELEX:
		return r.celexFlaw(strings.TrimPrefix(h.norms[0], "CELEX:"))
	case Provision:
		return h.prov.flaw(h.parts)
	case Gazette, Reporter:
		if y := h.part("year"); len(y) == 4 && h.years != "" && !inRange(y, h.years) {
			return "year-outside-journal"
		}
		if d := h.part("date"); d != "" && !realDay(d) {
			return "no-such-day"
		}
	case Act:
		if y, ok := euYear(h.norms[0]); ok && (y < 1952 || y > 2100) {
			return "act-year"
		}
	}
	return ""
}

func euYear(norm string) (int, bool) {
	id, ok := strings.CutPrefix(norm, "EU:3")
	if !ok || len(id) < 4 {
		return 0, false
	}
	y, err := strconv.Atoi(id[:4])
	return y, err == nil
}

// inRange tells whether year y lies in "1918-" or "1780-1848".
func inRange(y, years string) bool {
	from, to, _ := strings.Cut(years, "-")
	return y >= from && (to == "" || y <= to)
}

func realDay(d string) bool {
	if strings.HasPrefix(d, "--") {
		return true
	}
	_, err := time.Parse(time.DateOnly, d)
	return err == nil
}

func (h *raw) decisionFlaw() string {
	reg, c := h.file.reg, h.court
	switch {
	case c != nil && reg.court != "=" && reg.distance(c) == 2:
		return "register-of-other-court"
	case reg.unknown:
		return "unknown-register"
	case reg.panels != "" && !panelIn(h.part("senate"), reg.panels):
		return "no-such-panel"
	case h.file.shape.name == "at-justice-bare":
		return "check-letter-missing"
	}
	y := fullYear(h.part("year"))
	if y != "" && reg.since != "" && y < reg.since {
		return "year-before-register"
	}
	if d := h.part("date"); d != "" {
		if !realDay(d) {
			return "no-such-day"
		}
		if len(y) == 4 && !strings.HasPrefix(d, "--") && d[:4] < y {
			return "date-before-number"
		}
	}
	return ""
}

// fullYear widens the year of a file number: 21 is 2021, 95 is 1995.
func fullYear(y string) string {
	switch {
	case len(y) != 2:
		return y
	case y >= "50":
		return "19" + y
	}
	return "20" + y
}

// panelIn tells whether a panel lies in "1-15" or "I-XIII"; a letter after a Roman numeral names an auxiliary panel.
func panelIn(panel, panels string) bool {
	from, to, _ := strings.Cut(panels, "-")
	if roman(from) {
		p := strings.TrimRight(panel, "ab")
		return roman(p) && arabicNumber(p) >= arabicNumber(from) && arabicNumber(p) <= arabicNumber(to)
	}
	n, err := strconv.Atoi(panel)
	lo, _ := strconv.Atoi(from)
	hi, _ := strconv.Atoi(to)
	return err == nil && n >= lo && n <= hi
}

// flaw looks for ranges that run backwards and for numbers beyond the last one of the act.
func (p *provision) flaw(parts []Part) string {
	for i, part := range parts {
		if part.Name != "§" && part.Name != "Art" {
			continue
		}
		from, to, ranged := strings.Cut(part.Value, ".."+part.Name)
		if ranged && leading(to) > 0 && leading(from) > leading(to) {
			return "range-backwards"
		}
		if i == 0 || parts[i-1].Name != "act" || len(p.acts) == 0 {
			continue
		}
		for _, a := range p.acts {
			if a.jur+":"+a.id == parts[i-1].Value && a.last > 0 && (leading(from) > a.last || leading(to) > a.last) {
				return "no-such-provision"
			}
		}
	}
	return ""
}

// ecliFlaw checks country, court, year and number of an ECLI (OJ 2011 C 127, p. 1, annex), and the day that the
// Austrian Supreme Court and the German federal courts write into the number.
func ecliFlaw(id string) string {
	f := strings.Split(id, ":")
	if len(f) != 4 {
		return "ecli-parts"
	}
	country, court, y, no := f[0], f[1], f[2], f[3]
	switch {
	case len(country) != 2 || !allLetters(country):
		return "ecli-country"
	case court == "" || len(court) > 7:
		return "ecli-court"
	case len(y) != 4 || y < "1800" || y > "2100" || strings.Trim(y, "0123456789") != "":
		return "ecli-year"
	case no == "" || len(no) > 25:
		return "ecli-number"
	}
	if d := ecliDay(strings.ToUpper(country), strings.ToUpper(court), y, no); d != "" && !realDay(d) {
		return "ecli-date"
	}
	return ""
}

// ecliDay gives the day inside an ECLI, "" when it has none.
func ecliDay(country, court, y, no string) string {
	switch {
	case country == "DE" && len(no) > 7 && strings.Trim(no[:6], "0123456789") == "" && strings.Contains("UBVG", strings.ToUpper(no[6:7])):
		return y[:2] + no[4:6] + "-" + no[2:4] + "-" + no[:2]
	case country == "AT" && court == "OGH0002" && strings.Count(no, ".") == 3:
		if day := strings.Split(no, ".")[2]; len(day) == 4 && strings.Trim(day, "0123456789") == "" {
			return y + "-" + day[:2] + "-" + day[2:]
		}
	}
	return ""
}

func allLetters(s string) bool {
	for _, r := range s {
		if !(r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return false
		}
	}
	return true
}

// celexFlaw checks sector, year and type of a CELEX number.
func (r *Reader) celexFlaw(id string) string {
	y := id[1:5]
	end := 5
	for end < len(id) && (id[end] < '0' || id[end] > '9') {
		end++
	}
	types, known := r.celexTypes[id[:1]]
	switch {
	case y < "1949" || y > "2100":
		return "celex-year"
	case known && !slices.Contains(types, strings.ToUpper(id[5:end])):
		return "celex-type"
	case id[0] == '0' && !strings.Contains(id, "-") && end < 7 && len(id) > 10:
		return "celex-number"
	}
	if _, day, ok := strings.Cut(id, "-"); ok && (len(day) != 8 || !realDay(day[:4]+"-"+day[4:6]+"-"+day[6:])) {
		return "celex-date"
	}
	return ""
}
