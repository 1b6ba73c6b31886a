package sheets_test

import (
	"strings"
	"testing"
)

// unseenCells are cells that people and spreadsheets leave in a sheet, with what the sheet's description makes of them:
// what follows the bar is the value, or "!" where the cell is refused, "-" where it is missing, "~" where the person declined.
var unseenCells = map[string]string{
	"grade": `
		2-3|! 2+|! 2-|! 1.5|! 1,5|! 1,0|1 2,00|2 2.0|2 ␠3␠|3 ⍽3⍽|3 ３|3 0|! 6|! -1|! +2|! 1e0|! II|! ②|! ½|! ²|!
		4/5|! 2/3|! ca.␠2|! ~2|! ?|! 2?|! sehr␠gut|! 1␠(sehr␠gut)|! eins|! n/a|~ k.A.|~ k.␠A.|~ k.␠a.|~ -|~ –|~ —|~ N/A|~ n.a.|!
		'2|2 "2"|! 01.␠Feb|! 1.␠Feb.|! 01.02.2026|! 2026-02-01|! Feb␠01|! 45323|! 46054|! =1+1|! =2|! 1␠2|! 1;2|! 12|! 1000|!
		WAHR|! #NV|! #N/A|! #REF!|! 2␠*|! 1,5␠-␠2|! 1–2|! 1/2|! 2.␠|! 1.000|! ,5|! 1,|! 3%|! ४|! 0x2|! ␠|- ⍽|- ∅|- Note␠2|!`,
	"agreement": `
		90|90 90␠%|90 90%|90 90⍽%|90 90,4|90 90,5|91 90.5|91 90,0␠%|90 100,0|100 100,4|! 100,5|! 101|! 120|! -5|! 0|0 0␠%|0 0,9|! 0,05|! .9|! 0.9|!
		ca.␠80␠%|! ca.␠80|! 80-90|! 80–90␠%|! 80␠bis␠90|! 1.000|! 1,000|! 9␠0|! >90|! <5|! ≥90|! 90/100|! 9/10|! neunzig|! ９０|90 ９０％|90 ٩٠|!
		9O|! l00|! 90%%|! %90|! 90␠‰|! 80.␠Jan|! 05.␠Mai|! 45406|! 90+|! 90-|! +90|! 90?|! ?|! n/a|~ k.A.|~ –|~ -|~ 1,5|2 99,9|100
		100.0000001|! 0,0|0 1|1 1E2|! 9e1|! 90,5␠%|91 '90|90 NaN|! inf|! #DIV/0!|! =90|! (90)|! 90,4.2|! 1'0|! 1␠000|! 50,␠5|! 50,5,5|!`,
	"category": `
		korr.|correct korr|correct k|correct K|correct KORREKT|correct Korrekt␠|correct ⍽korrekt|correct korrekt.|correct
		unvollst.|incomplete unvollstaendig|incomplete UNVOLLSTÄNDIG|incomplete u|incomplete unvollsta¨ndig|! unvollständig|incomplete
		halluziniert|hallucinated hall.|hallucinated h|hallucinated Hallu|hallucinated correct|correct incomplete|incomplete hallucinated|hallucinated
		poprawna|correct niepełna|incomplete niepelna|incomplete z␠halucynacją|hallucinated z␠halucynacja|hallucinated poprawny|correct poprawnych|!
		falsch|! richtig|! teilweise|! korrekt/unvollständig|! nicht␠korrekt|! inkorrekt|! korrekt?|! korrekt,␠aber␠unvollständig|! kor␠rekt|! korrrekt|!
		korrekt␠korrekt|! 1|! ja|! kein|! ?|! x|! ✓|! unvollstÃ¤ndig|! unvollst�ndig|! unvollst?ndig|! „korrekt“|! ｋorrekt|correct 'korrekt|correct n/a|~ k.A.|~ k.␠A.|~ -|~ correct␠/␠korrekt|!`,
	"grid": `
		gesperrt|blocked gesp.|blocked GESPERRT|blocked blocked|blocked Blocked|blocked zablokowana|blocked g|blocked b|blocked z|blocked 1|1 4|4 4,0|4 5|! 0|! 2-3|! 2,5|!
		gesperrt?|! nicht␠gesperrt|! entsperrt|! 3␠(gesperrt)|! n/a|~ −|~ 4/5|! IV|! 03.␠Apr|! x|! 4␠%|! ４|4 Stufe␠2|! keine|!`,
	"target": `
		ja|yes Ja|yes JA|yes j|yes yes|yes tak|yes y|yes t|yes nein|no Nein|no no|no n|no nie|no unbestimmt|indeterminate unbest.|indeterminate u|indeterminate indeterminate|indeterminate
		nieokreślone|indeterminate nieokreslone|indeterminate nieokr.|indeterminate vielleicht|! ja/nein|! jein|! eher␠ja|! ja,␠aber|! ja?|! ja!|! WAHR|! TRUE|! FALSCH|! 1|! 0|! x|! offen|! n/a|~ ?|! +|! -|~ jaja|! nei|no ja␠(mit␠Einschränkung)|!`,
	"origin": `
		Mensch|human mensch|human MENSCH|human M|human m|human human|human człowiek|human czlowiek|human h|human KI|ai ki|ai Ki|ai AI|ai ai|ai K|ai k|ai a|ai
		KI?|! beides|! ChatGPT|! Mensch/KI|! Mensch+KI|! Student|! Maschine|! ?|! n/a|~ k.A.|~ unsicher|! 50/50|! KI␠(80␠%)|! KI␠generiert|! AI/KI|! Κl|! ΚΙ|! Mensch␠?|! keine|!`,
}

// shownBlanks writes signs that a list can not show: blanks, the non-breaking one, the one of no width.
var shownBlanks = strings.NewReplacer("␠", " ", "⍽", "\u00a0", "∅", "\u200b")

// TestUnseenCells writes every cell into a CSV and a workbook and wants the same of both.
func TestUnseenCells(t *testing.T) {
	for column, list := range unseenCells {
		for _, entry := range strings.Fields(list) {
			at := strings.LastIndex(entry, "|")
			text, want := shownBlanks.Replace(entry[:at]), entry[at+1:]
			expectation := "X." + column + "=" + want
			if want == "!" || want == "-" || want == "~" {
				expectation = "X." + column + want
			}
			sheet := sentBack().with("X", column, text)
			t.Run(column+" "+text+" csv", func(t *testing.T) {
				stageReads(t, "b.csv", []byte(sheet.csv(";"))).expects(t, expectation)
			})
			t.Run(column+" "+text+" xlsx", func(t *testing.T) {
				stageReads(t, "b.xlsx", sheet.xlsx(t, nil)).expects(t, expectation)
			})
		}
	}
}
