package handout

import "regexp"

// Some places name a secret and tell no origin: a provider as the party of a case, and an ID as a place in a table or form.

var (
	citation     = regexp.MustCompile(`(?i)[ct]-\d{1,4}/\d{2}|\[(?:19|20)\d{2}\]|\b\d{1,3} ?[a-z]{1,4} \d{1,6}/\d{2,4}|\b[ivx]{1,5} [a-z]{1,5} \d{1,6}/\d{2}|\b\d{1,3} [a-z]{2,5} \d{1,3}/\d{2}`)
	versusBefore = regexp.MustCompile(`(?i)(?:\b(?:v|vs|c)\.? |\b(?:gegen|przeciwko) |/ ?|\./\. ?|[ct]-\d{1,4}/\d{2}\)?[,:]? )(?:[\pL.&]+ ){0,3}$`)
	versusBehind = regexp.MustCompile(`(?i)^(?:[ -][\pL.&()]+){0,4}?(?: (?:v|vs)\.? \pL| (?:gegen|przeciwko) \pL|/\pL| ?\./\.|,? \(?[ct]-\d{1,4}/\d{2})`)
	tableBefore  = regexp.MustCompile(`(?:Anlage|Anhang|Tarif|Tarifposition|Position|Pos\.|Tabelle|Formular|Formblatt|Feld|Zeile|Spalte|Rubrik|Schedule|Table|Form|Item|Row|Column|Box|Annex|Heading|tabel\pL+|załącznik\pL*|pozycj\pL+|poz\.|formularz\pL*|wiersz\pL*|kolumn\pL+|rubryk\pL+) (?:Nr\.? |No\.? |nr )?$`)
)

// reach is how many bytes beside a name a citation is looked for.
const reach = 100

// cited tells whether the passage is a party in the name of a case, with its citation close by: "GEMA v OpenAI (42 O 14139/24)".
func cited(text string, start, end int) bool {
	before, behind := text[max(0, start-reach):start], text[end:min(len(text), end+reach)]
	return (versusBefore.MatchString(before) || versusBehind.MatchString(behind)) && (citation.MatchString(before) || citation.MatchString(behind))
}

// innocent tells whether a secret stands where it tells no origin.
func (s searcher) innocent(text string, start, end int) bool {
	switch s.secret.Kind {
	case Provider, Product:
		return cited(text, start, end)
	case Participant:
		return tableBefore.MatchString(text[max(0, start-30):start])
	}
	return false
}
