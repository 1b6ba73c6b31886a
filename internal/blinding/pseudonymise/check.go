package pseudonymise

import "strings"

// The check digits of the identifiers that are found without a label. Sources of the weights: the rule of the issuing
// register, as listed in the blinding rules (section 5); ISO 7064 for Steuer-ID, ISO 13616 for IBAN.

// digits keeps the digits of s as values 0-9.
func digits(s string) []int {
	var d []int
	for i := 0; i < len(s); i++ {
		if s[i] >= '0' && s[i] <= '9' {
			d = append(d, int(s[i]-'0'))
		}
	}
	return d
}

func weighted(d []int, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += w * d[i]
	}
	return sum
}

// validIBAN checks the remainder 1 modulo 97 over the letters and digits of s.
func validIBAN(s string) bool {
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	rem := 0
	for _, c := range []byte(s[4:] + s[:4]) {
		switch {
		case c >= '0' && c <= '9':
			rem = (rem*10 + int(c-'0')) % 97
		case c >= 'A' && c <= 'Z':
			rem = (rem*100 + int(c-'A') + 10) % 97
		default:
			return false
		}
	}
	return rem == 1
}

// validNRB checks a Polish account number without its country.
func validNRB(s string) bool {
	return len(s) == 26 && validIBAN("PL"+s)
}

// validSVNR checks an Austrian social insurance number: ten digits, the last six a date of birth.
func validSVNR(s string) bool {
	d := digits(s)
	if len(d) != 10 || d[0] == 0 {
		return false
	}
	day, month := d[4]*10+d[5], d[6]*10+d[7]
	sum := weighted(d, 3, 7, 9, 0, 5, 8, 4, 2, 1, 6)
	return day >= 1 && day <= 31 && month >= 1 && month <= 13 && sum%11 == d[3]
}

// validPESEL checks a Polish population number: eleven digits, the first six a date of birth with the century in the month.
func validPESEL(s string) bool {
	d := digits(s)
	if len(d) != 11 {
		return false
	}
	month, day := (d[2]*10+d[3])%20, d[4]*10+d[5]
	sum := weighted(d, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3)
	return month >= 1 && month <= 12 && day >= 1 && day <= 31 && (10-sum%10)%10 == d[10]
}

// validNIP checks a Polish tax number of ten digits.
func validNIP(s string) bool {
	d := digits(s)
	return len(d) == 10 && weighted(d, 6, 5, 7, 2, 3, 4, 5, 6, 7)%11 == d[9]
}

// validSteuerID checks a German tax identification number: ISO 7064 MOD 11,10, first digit not zero.
func validSteuerID(s string) bool {
	d := digits(s)
	if len(d) != 11 || d[0] == 0 {
		return false
	}
	product := 10
	for _, v := range d[:10] {
		sum := (v + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	return (11-product)%10 == d[10]
}

// validATU checks an Austrian VAT number: ATU and eight digits.
func validATU(s string) bool {
	d := digits(strings.TrimPrefix(s, "ATU"))
	if len(d) != 8 {
		return false
	}
	sum := 0
	for i, v := range d[:7] {
		if i%2 == 1 {
			v = v*2/10 + v*2%10
		}
		sum += v
	}
	return (10-(sum+4)%10)%10 == d[7]
}

// validPolishCard checks a Polish identity card: three letters, six digits, the first of them the check digit.
func validPolishCard(s string) bool {
	if len(s) != 9 {
		return false
	}
	sum := 0
	for i, w := range []int{7, 3, 1, 9, 7, 3, 1, 7, 3} {
		c := s[i]
		v := int(c - '0')
		if i < 3 {
			if c < 'A' || c > 'Z' {
				return false
			}
			v = int(c-'A') + 10
		} else if c < '0' || c > '9' {
			return false
		}
		sum += w * v
	}
	return sum%10 == 0
}

// ibanLength is the length of an IBAN by country; others are not taken for one without a label.
var ibanLength = map[string]int{
	"AT": 20, "DE": 22, "CH": 21, "LI": 21, "PL": 28, "GB": 22, "IE": 22, "FR": 27, "IT": 27, "ES": 24, "NL": 18, "BE": 16,
	"LU": 20, "CZ": 24, "SK": 24, "HU": 28, "SI": 19, "HR": 21, "RO": 24, "BG": 22, "DK": 18, "SE": 24, "NO": 15, "FI": 18,
	"PT": 25, "GR": 27, "EE": 20, "LV": 21, "LT": 20, "CY": 28, "MT": 31, "RS": 22, "BA": 20, "TR": 26, "UA": 29, "MK": 19, "ME": 22, "AL": 28, "MC": 27, "SM": 27,
}
