package sheets

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"iucomstudien/internal/study"
)

// Version is the version of the sheets that this program writes, and the newest it reads.
const Version = 1

// Form describes a sheet: what goes out, and what a returned sheet is compared with.
type Form struct {
	Study    string // study ID
	Test     string // test ID
	Reviewer string // R01 …; "" for a sheet in which reviewers enter their own. Never a name
	Language study.Language
	Codes    []study.Code // in blind order
	Gold     bool         // category and agreement are asked
	Target   bool         // the target question is asked
	Checksum string       // SHA-256 of the blind folder's answers file, hexadecimal; "" when there is none
	Former   []string     // checksums of earlier blind folders of the same codes and texts: their sheets count as well
	Date     time.Time    // of handing out: the only time in a sheet
	Filled   []study.Rating
	Minutes  study.Maybe[int] // time needed
}

// FileName is the name of the sheet without and with its reviewer: Bewertung_DEMO_R01.csv. It is the same in every
// language, as the folder for returned sheets is, and plain ASCII whatever the study is called.
func (f Form) FileName(ending string) string {
	name := f.baseName()
	if f.Reviewer != "" {
		name += "_" + plain(f.Reviewer)
	}
	return name + "." + ending
}

func (f Form) baseName() string { return "Bewertung_" + plain(f.Study) }

// twoLetters writes umlauts and what Unicode does not take apart in ASCII letters.
var twoLetters = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss", "ł", "l", "Ł", "L")

// plain writes a text in ASCII letters, digits, hyphens and underscores.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-':
			return r
		case unicode.Is(unicode.Mn, r):
			return -1
		}
		return '_'
	}, norm.NFD.String(twoLetters.Replace(norm.NFC.String(s))))
}

// columns lists the columns of the form.
func (f Form) columns(l *layout) []column {
	var list []column
	for _, c := range l.Columns {
		if c.asked(f) {
			list = append(list, c)
		}
	}
	return list
}

// headRows are the rows above the headings.
func (f Form) headRows(l *layout) [][2]string {
	value := map[string]string{
		"study": f.Study, "version": fmt.Sprint(Version), "reviewer": f.Reviewer, "language": string(f.Language),
		"test": f.Test, "checksum": f.Checksum, "date": isoDay(f.Date), headMinutes: number(f.Minutes),
	}
	head := l.head()
	rows := make([][2]string, len(head))
	for i, h := range head {
		rows[i] = [2]string{"# " + h.Labels[f.Language], value[h.Name]}
	}
	return rows
}

func isoDay(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// cell is what stands in a cell of the form.
func (f Form) cell(l *layout, c column, code study.Code) string {
	switch c.Name {
	case ColCode:
		return string(code)
	case ColMark:
		return rowMark(f, code)
	}
	for _, r := range f.Filled {
		if r.Code == code {
			return f.filled(l, c.Name, r)
		}
	}
	return ""
}

// filled is a value of a rating in the words of the form.
func (f Form) filled(l *layout, col string, r study.Rating) string {
	switch col {
	case ColCategory:
		return word(l, col, r.Category, f.Language)
	case ColAgreement:
		return number(r.Agreement)
	case ColGrade:
		return number(r.Grade)
	case ColGrid:
		return word(l, col, r.Grid, f.Language)
	case ColTarget:
		return word(l, col, r.Target, f.Language)
	case ColOrigin:
		return word(l, col, r.Guess, f.Language)
	}
	return r.Comment
}

func word[T any](l *layout, col string, m study.Maybe[T], lang study.Language) string {
	if v, ok := m.Get(); ok {
		return l.word(col, fmt.Sprint(v), lang)
	}
	return ""
}

func number(m study.Maybe[int]) string {
	if v, ok := m.Get(); ok {
		return fmt.Sprint(v)
	}
	return ""
}

// rowMark is the check value of a row: four letters made of study, test and code. Letters only, and no word, so that
// no spreadsheet takes it for a date or a number.
func rowMark(f Form, code study.Code) string {
	const letters = "bcdfghjkmnpqrstvwxz"
	sum := sha256.Sum256([]byte(strings.Join([]string{"iucom-row-mark/1", f.Study, f.Test, string(code)}, "\x00")))
	mark := make([]byte, 4)
	for i := range mark {
		mark[i] = letters[int(sum[i])%len(letters)]
	}
	return string(mark)
}
