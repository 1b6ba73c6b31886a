package pseudonymise

import (
	"strings"
	"unicode/utf8"

	"iucomstudien/internal/study"
)

// peoples are Polish adjectives of countries and ranks in the plural, which look like the name of a family.
var peoples = set(strings.Fields("polscy niemieccy austriaccy francuscy angielscy brytyjscy szwajcarscy rosyjscy ukraińscy amerykańscy czescy hiszpańscy " +
	"unijni europejscy krajowi miejscy wiejscy warszawscy krakowscy rycerscy wszyscy sąsiedzcy zagraniczni studenccy uniwersyteccy adwokaccy prokuratorscy radcowscy autorscy"))

// byPolishPlural reads a family that opens a sentence as its subject: "Kowalscy są sąsiadami".
func (d *doc) byPolishPlural(i int) *mention {
	t := d.at(i)
	if d.lang != study.Polish || t.shape != shapeTitle || t.cls != 0 || !d.free(i) || utf8.RuneCountInString(t.text) < 6 || d.mark(i-1, "-") {
		return nil
	}
	lower := strings.ToLower(t.text)
	if !strings.HasSuffix(lower, "scy") && !strings.HasSuffix(lower, "ccy") && !strings.HasSuffix(lower, "dzcy") || peoples[lower] {
		return nil
	}
	next := d.at(i + 1)
	if next.shape != shapeLower || next.text != "są" && next.text != "mają" && !strings.HasSuffix(next.text, "li") && !strings.HasSuffix(next.text, "ją") && !strings.HasSuffix(next.text, "żą") {
		return nil
	}
	return &mention{from: i, to: i + 1, surname: []string{t.text}, plural: true, by: byHonorific}
}
