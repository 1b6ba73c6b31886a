package extract

import (
	"context"
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"time"
)

// cellFormat is what is needed of a number format to show a number as a person sees it.
type cellFormat struct {
	day, clock bool // shows a day, a time of day
	digits     int  // least digits before the point: 3 for "000"
	decimals   int  // least digits after the point; -1: as many as there are
	percent    bool // shows hundredths
}

// days1904 is the shift of workbooks that count days from 1904.
const days1904 = 1462

// builtIn are the formats every workbook has without listing them (ECMA-376, 18.8.30), as far as they matter here. The
// numbers 27 to 36 and 50 to 58 mean days in East Asian editions only and stay numbers.
var builtIn = map[int]string{
	1: "0", 2: "0.00", 9: "0%", 10: "0.00%", 14: "dd.mm.yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm", 19: "h:mm:ss",
	20: "h:mm", 21: "h:mm:ss", 22: "d.m.yyyy h:mm", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0",
}

// readFormats lists the number formats by style number.
func readFormats(ctx context.Context, a *archive, part string) ([]cellFormat, error) {
	codes := make(map[int]string)
	var ids []int
	inside := false
	err := a.walk(ctx, part, func(_ *walker, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			if id, err := strconv.Atoi(attr(e, "numFmtId")); err == nil {
				codes[id] = attr(e, "formatCode")
			}
		case "cellXfs":
			inside = true
		case "cellStyles", "dxfs":
			inside = false
		case "xf":
			if inside {
				id, _ := strconv.Atoi(attr(e, "numFmtId"))
				ids = append(ids, id)
			}
		}
		return nil
	})
	formats := make([]cellFormat, len(ids))
	for i, id := range ids {
		code, own := codes[id]
		if !own {
			code = builtIn[id]
		}
		formats[i] = formatOf(code)
	}
	return formats, err
}

// formatOf reads a format code: only its first section, without quoted text, escaped characters and colours.
func formatOf(code string) cellFormat {
	f := cellFormat{decimals: -1}
	plain := plainCode(code)
	lower := strings.ToLower(plain)
	if lower == "" || lower == "general" || lower == "standard" || lower == "@" {
		return f
	}
	f.day = strings.ContainsAny(lower, "yd") || strings.Contains(lower, "mmm")
	f.clock = strings.ContainsAny(lower, "hs")
	if f.day || f.clock {
		return f
	}
	if f.percent = strings.Contains(plain, "%"); f.percent {
		return f
	}
	whole, fraction, _ := strings.Cut(plain, ".")
	if strings.Trim(plain, "0.") == "" {
		f.digits, f.decimals = len(whole), len(fraction)
	}
	return f
}

// plainCode leaves of a format code what stands for digits, days and times.
func plainCode(code string) string {
	var b strings.Builder
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case ';':
			return b.String()
		case '"':
			end := strings.IndexByte(code[i+1:], '"')
			if end < 0 {
				return b.String()
			}
			i += end + 1
		case '\\', '_', '*':
			i++
		case '[':
			end := strings.IndexByte(code[i:], ']')
			if end < 0 {
				return b.String()
			}
			if inner := code[i+1 : i+end]; strings.Trim(strings.ToLower(inner), "hms") == "" {
				b.WriteString(inner) // elapsed time
			}
			i += end
		default:
			b.WriteByte(code[i])
		}
	}
	return b.String()
}

// shownNumber writes a stored number as a person sees it: days as ISO days, hundredths as percent, zeros before and after
// as formatted, never more than the 15 digits Excel itself works with. A format that hides decimals hides none here:
// 1.5 shown as 2 is 1.5, as it was typed.
func shownNumber(value string, f cellFormat, base int) (CellKind, string) {
	value = strings.TrimSpace(value)
	x, err := strconv.ParseFloat(value, 64)
	if value == "" || err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return TextCell, value
	}
	if f.day || f.clock {
		if s, ok := shownDay(x, f, base); ok {
			return DateCell, s
		}
	}
	if math.Abs(x) >= 1e21 {
		return NumberCell, value
	}
	if f.percent {
		return NumberCell, digits15(x*100) + "%"
	}
	s := digits15(x)
	if f.digits == 0 {
		return NumberCell, s
	}
	s, negative := strings.CutPrefix(s, "-")
	whole, fraction, _ := strings.Cut(s, ".")
	whole = strings.Repeat("0", max(0, min(f.digits, 32)-len(whole))) + whole
	fraction += strings.Repeat("0", max(0, min(f.decimals, 32)-len(fraction)))
	if fraction != "" {
		whole += "." + fraction
	}
	if negative {
		whole = "-" + whole
	}
	return NumberCell, whole
}

// digits15 writes a number with the 15 digits that spreadsheets work with, and no exponent.
func digits15(x float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 15, 64), 64)
	if err != nil {
		rounded = x
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// shownDay turns a serial day into an ISO day, with the time of day when the format or the number has one.
func shownDay(serial float64, f cellFormat, base int) (string, bool) {
	if serial < 0 || serial >= 2_958_466 {
		return "", false
	}
	days, part := math.Modf(serial)
	if base == 0 && days < 60 && days > 0 {
		days++ // Excel counts a 29 February 1900 that never was
	}
	at := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(days)+base)
	at = at.Add(time.Duration(math.Round(part*86400)) * time.Second)
	switch {
	case !f.day && days == 0:
		return at.Format("15:04:05"), true
	case part > 0 || f.clock:
		return at.Format("2006-01-02T15:04:05"), true
	}
	return at.Format("2006-01-02"), true
}
