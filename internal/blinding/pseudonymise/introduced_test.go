package pseudonymise

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	assets "iucomstudien/assets/blinding/pseudonymise"
	"iucomstudien/internal/study"
)

// surnameStems and surnameTails make surnames no list knows.
var (
	surnameStems = map[study.Language][]string{
		study.German:  strings.Fields("Brund Kalt Strog Wiegl Hetz Prum Gschl Oberl Ratz Tschurl Lobn Zwett Mosl Aichb"),
		study.Polish:  strings.Fields("Bran Kord Mierz Wolt Szarw Grabl Zdun Plesz Czub Korsz Radl Trzeb"),
		study.English: strings.Fields("Brack Thorl Hather Wink Pember Lang Aston Dun Carn Holl Wither Mare"),
	}
	surnameTails = map[study.Language][]string{
		study.German:  strings.Fields("hofer ecker moser egger inger bichler lechner ler aier owitsch"),
		study.Polish:  strings.Fields("owski ewski icki owska ewska icka czyk ak ek arz uk oń"),
		study.English: strings.Fields("worth ington well combe stone bury sworth croft iston"),
	}
)

// introductions are how texts name a person first; # is the first name, @ the surname, ~ the form of address of the gender.
var introductions = map[study.Language][]string{
	study.German:  {"# @ klagt auf Zahlung.", "Am Montag unterschrieb # @ den Vertrag.", "~ # @ wurde geladen.", "Der Vertrag wurde mit Dr. # @ geschlossen.", "Rechtsanwalt # @ bestritt die Forderung."},
	study.Polish:  {"# @ wniósł pozew.", "Strony wezwały świadków, a # @ zeznał pierwszy.", "~ # @ złożył pismo.", "Adwokat # @ wniósł apelację."},
	study.English: {"# @ sued for damages.", "The court heard that # @ signed the lease.", "~ # @ gave evidence.", "Notice was served on Dr # @ in June."},
}

// laterMentions name the person again in another text: | is a form of the surname, ^ the surname in capitals, % the initial.
var laterMentions = map[study.Language][]string{
	study.German:  {"Die Einrede von | ist berechtigt.", "Damit haftet | nicht.", "Im Ergebnis dringt %. @ durch.", "Die Klage gegen ^ ist abzuweisen.", "~ @ haftet nach § 1295 ABGB.", "Es kommt auf | an."},
	study.Polish:  {"Dotyczy to także |, jak ustalono.", "Wobec | zapadł wyrok.", "Pismo podpisał %. @ osobiście.", "Powództwo przeciwko ^ oddalono."},
	study.English: {"The claim against @ fails.", "It follows that @'s defence succeeds.", "The deed was signed by %. @ alone.", "JUDGMENT FOR ^", "~ @ is liable under section 2."},
}

var formsOfAddress = map[study.Language]map[byte]string{
	study.German: {'m': "Herr", 'f': "Frau"}, study.Polish: {'m': "Pan", 'f': "Pani"}, study.English: {'m': "Mr", 'f': "Ms"},
}

// drawName draws a first name of the lists and a surname, known or not.
func drawName(t *rapid.T, p *Pseudonymiser, first map[study.Language][]string, lang study.Language) (name, surname string, gender byte) {
	name = rapid.SampledFrom(first[lang]).Draw(t, "first")
	gender = p.lex.given[lang][name].gender
	surname = rapid.SampledFrom(surnameStems[lang]).Draw(t, "stem") + rapid.SampledFrom(surnameTails[lang]).Draw(t, "tail")
	if feminine := strings.HasSuffix(surname, "ska") || strings.HasSuffix(surname, "cka"); lang == study.Polish && feminine != (gender == 'f') && (feminine || strings.HasSuffix(surname, "ki")) {
		surname = surname[:len(surname)-1] + map[byte]string{'m': "i", 'f': "a"}[gender]
	}
	return name, surname, gender
}

// plainFirstNames are the first names of each language's own list that have one gender and are no words.
func plainFirstNames(p *Pseudonymiser) map[study.Language][]string {
	out := map[study.Language][]string{}
	for _, lang := range study.Languages() {
		for _, name := range ownNames(string(lang)) {
			g := p.lex.given[lang][name]
			if g.weak || g.gender == 'u' || g.gender == 0 || len([]rune(name)) < 4 || strings.Contains(name, "-") || p.lex.words[lang][name] != 0 || p.lex.nouns[name] || p.lex.common[name] || lang == study.English && p.lex.en[strings.ToLower(name)] {
				continue
			}
			out[lang] = append(out[lang], name)
		}
	}
	return out
}

func TestANameIntroducedOnceIsFoundInEveryFormInAnotherText(t *testing.T) {
	p := newForTest(t)
	first := plainFirstNames(p)
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom(study.Languages()).Draw(t, "lang")
		name, surname, gender := drawName(t, p, first, lang)
		form := rapid.SampledFrom(laterForms(p, lang, surname, gender)).Draw(t, "form")
		fill := strings.NewReplacer("#", name, "@", surname, "~", formsOfAddress[lang][gender], "|", form, "^", strings.ToUpper(surname), "%", string([]rune(name)[:1]))
		intro := fill.Replace(rapid.SampledFrom(introductions[lang]).Draw(t, "introduction"))
		later := fill.Replace(rapid.SampledFrom(laterMentions[lang]).Draw(t, "later"))
		texts := []string{intro, later}
		if rapid.Bool().Draw(t, "reversed") {
			slices.Reverse(texts)
		}
		res := p.Texts(texts, Options{Lang: lang})
		for i, text := range texts {
			if holders := anyHolder.FindAllString(res.Texts[i].Output, -1); len(holders) != 1 || holders[0] != "[PERSON-1]" {
				t.Fatalf("%q of %q becomes %q", text, texts, res.Texts[i].Output)
			}
			if out := strings.ToLower(res.Texts[i].Output); strings.Contains(out, strings.ToLower(surname)) || strings.Contains(out, strings.ToLower(form)) {
				t.Fatalf("the name stays in %q", res.Texts[i].Output)
			}
		}
	})
}

// laterForms are the forms in which a surname stands alone.
func laterForms(p *Pseudonymiser, lang study.Language, surname string, gender byte) []string {
	if lang != study.Polish {
		return []string{surname}
	}
	reg := newRegistry(newMemo(p.lex))
	out := []string{surname}
	for _, f := range reg.nameForms(strings.ToLower(surname), lang, gender) {
		if strings.HasSuffix(surname, "ek") && strings.HasPrefix(title(f.text), surname) {
			continue // Dudeka: the lists know that form, the language does not
		}
		if !f.plural && !genderConflict(f.gender, gender) {
			out = append(out, title(f.text))
		}
	}
	return out
}

// ownNames reads the first names of one list.
func ownNames(list string) []string {
	var out []string
	_ = eachLine(assets.Files, "names/"+list+".txt", func(line string) {
		name, _, _ := strings.Cut(line, " ")
		out = append(out, name)
	})
	return out
}
