package extract

import (
	"strings"
	"testing"
	"unicode"
)

// What reviewers write into sheets, in the encodings in which spreadsheets save «CSV».
func TestRemarksComeBackInEveryEncodingOrAreAskedAbout(t *testing.T) {
	german := []string{
		"für Österreich überzeugend", "Übereinstimmung; unvollständig", "Größe maßgeblich, § 5 MRG", "Käufer", "zulässig", "Müller „Miete“ – ja",
		"Die Kündigung ist für Käufer unwirksam, § 879 ABGB", "völlig lückenhaft", "äußerst schlüssig", "muß", "schön", "gemäß", "Öl", "Ärger",
	}
	polish := []string{
		"hałucynacja", "niepełna odpowiedź", "Zgodność; Język", "źródło błędne, żądać", "Łódź", "treść słuszna", "człowiek", "trafna ocena części",
		"na końcu", "coś", "powód żąda", "jasność", "święto ćma", "oś", "gęś", "Żółć",
	}
	sure, asked := 0, 0
	for _, p := range pages() {
		for _, list := range [][]string{german, polish} {
			for _, text := range list {
				data, ok := bytesIn(&p, text)
				if !ok {
					continue
				}
				d, err := Decode([]byte("Code;Note;Bemerkungen\r\nX;2;" + string(data) + "\r\n"))
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case strings.Contains(d.Text, ";"+text+"\r") && d.Rival == "":
					sure++
				case d.Rival != "":
					asked++
					t.Logf("%s: asked about %q: %s or %s", p.name, text, d.Text[28:], d.RivalTxt[28:])
				default:
					t.Errorf("%s: %q was read as %q (%s) without a question", p.name, text, d.Text[28:], d.Encoding)
				}
			}
		}
	}
	if sure < 9*asked {
		t.Errorf("%d remarks were recognised and %d asked about", sure, asked)
	}
}

// bytesIn writes a text in an encoding; false where it has no place for a character.
func bytesIn(p *page, text string) ([]byte, bool) {
	var out []byte
	for _, r := range text {
		at := -1
		for b, have := range p.runes {
			if have == r {
				at = b
				break
			}
		}
		if at < 0 || r == unicode.ReplacementChar {
			return nil, false
		}
		out = append(out, byte(at))
	}
	return out, true
}

func TestTablesOfLettersAreWhole(t *testing.T) {
	h, err := loadHabits()
	if err != nil {
		t.Fatal(err)
	}
	for k := range h.three {
		for i, r := range k {
			edge := i == 0 && r == '^' || i == 2 && r == '$'
			if !edge && !unicode.IsLower(r) || i == 1 && !strings.ContainsRune(ownLetters, r) {
				t.Errorf("three letters %q", string(k[:]))
			}
		}
	}
	for w := range h.words {
		if strings.ToLower(w) != w || !strings.ContainsAny(w, ownLetters) {
			t.Errorf("word %q tells no encoding", w)
		}
	}
	for _, r := range ownLetters {
		if !strings.ContainsRune(polishOwn+germanOwn+"ó", r) {
			t.Errorf("%c belongs to no language", r)
		}
	}
}
