package pseudonymise

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/study"
)

var anyHolder = regexp.MustCompile(`\[(?:PERSON|ORG|ADDRESS|EMAIL|PHONE|BANK|ID|BIRTH|MATRIC|FILE|PLATE|WEB)-[0-9]+\]`)

// fragments are pieces of legal prose that random texts are put together from.
var fragments = map[study.Language][]string{
	study.German: {"Die Klägerin Anna Huber", "begehrt 4.800 Euro nach § 933a ABGB.", "Huber", "Hubers Anspruch", "ist verjährt.", "Herr Dr. Franz Moser, MBA,", "Der Zeuge Recht sagte aus.", "das Recht", "Lange",
		"antwortete.", "Die Nordwind Logistik AG", "(im Folgenden: Nordwind)", "lieferte.", "Hauptstraße 12/3, 4020 Linz", "geb. 14.07.1988", "Tel. +43 660 123 45 67", "anna@mail.example", "EuGH C-362/14, Schrems,", "OGH 6 Ob 77/20x", "und", "gegen", "./.",
		"Urteil Köbler (C-224/01)", "FN 123456a", "\n", "„Sonnblick“", "O’Brien", "J. Steiner", "Kern & Söhne OG", "www.huber.example", "@lisa", "[PERSON-2]", "AT65 2561 7631 7682 7676", "Frau K.", "IBAN", "der", "Eheleute Huber"},
	study.Polish: {"Powód Jan Kowalski", "żąda 12 000 zł.", "Kowalskiego", "wezwano.", "Kowalska", "Pani mgr Beata Lis", "Państwo Mazurkowie", "Budex Sp. z o.o.", "Budexu", "ul. Lipowej 3/4, 00-316 Warszawa", "ur. 7 lutego 2009 r.", "PESEL 76071644344",
		"wyrok SN z 12 maja 2016 r., II CSK 123/15", "niniejsza sprawa sygn. akt I C 455/24", "Tomkowi", "i", "oraz", "Zdaniem Radwańskiego", "Z. Radwański, Prawo cywilne", "Wilk", "Wilka", "\n", "[ORG-1]", "r.pr. Ewa Sowa", "Kancelaria Adwokacka Nowina"},
	study.English: {"The claimant, Emily Carter,", "sued.", "Carter's claim", "fails.", "Brightwater Homes Ltd", "Brightwater", "Donoghue v Stevenson [1932] AC 562", "Carter v Brightwater", "14 Rosewood Avenue, Leeds LS8 4QT", "born on 2 August 2010", "Lord Denning MR",
		"Mr Law", "the law", "T. J. Rowe", "and", "claim no. K00LS123", "Student ID u1234567", "020 7946 0123", "\n", "[PERSON-1]", "April Summers", "in April", "Miller (No 2)", "the Carters"},
}

func drawTexts(t *rapid.T) ([]string, Options) {
	lang := rapid.SampledFrom(study.Languages()).Draw(t, "lang")
	one := rapid.Custom(func(t *rapid.T) string {
		parts := rapid.SliceOfN(rapid.SampledFrom(fragments[lang]), 0, 14).Draw(t, "parts")
		return strings.Join(parts, rapid.SampledFrom([]string{" ", " ", "", ", "}).Draw(t, "joint"))
	})
	texts := rapid.SliceOfN(one, 1, 3).Draw(t, "texts")
	opt := Options{Lang: rapid.SampledFrom([]study.Language{lang, lang, ""}).Draw(t, "given")}
	if rapid.Bool().Draw(t, "listed") {
		opt.Names = []string{"Ida Lange", "Jan Kowalski"}
	}
	return texts, opt
}

func TestSpansCoverExactlyWhatChanged(t *testing.T) {
	p := newForTest(t)
	rapid.Check(t, func(t *rapid.T) {
		texts, opt := drawTexts(t)
		res := p.Texts(texts, opt)
		for i, text := range texts {
			runes, at := []rune(text), 0
			var out strings.Builder
			for _, s := range res.Texts[i].Spans {
				if s.Start < at || s.End <= s.Start || s.End > len(runes) || string(runes[s.Start:s.End]) != s.Text {
					t.Fatalf("span %+v does not fit %q", s, text)
				}
				out.WriteString(string(runes[at:s.Start]) + "[" + s.Entity + "]")
				at = s.End
			}
			if out.WriteString(string(runes[at:])); out.String() != res.Texts[i].Output {
				t.Fatalf("output %q is not the input with its spans replaced: %q", res.Texts[i].Output, out.String())
			}
		}
	})
}

func TestASecondRunChangesNothing(t *testing.T) {
	p := newForTest(t)
	rapid.Check(t, func(t *rapid.T) {
		texts, opt := drawTexts(t)
		res := p.Texts(texts, opt)
		again := make([]string, len(texts))
		for i := range texts {
			again[i] = res.Texts[i].Output
		}
		for i, second := range p.Texts(again, opt).Texts {
			if second.Output != again[i] || len(second.Spans) > 0 {
				t.Fatalf("second run over %q (from %q) gave %q", again[i], texts[i], second.Output)
			}
		}
	})
}

func TestTheSameInputGivesTheSameOutput(t *testing.T) {
	p := newForTest(t)
	rapid.Check(t, func(t *rapid.T) {
		texts, opt := drawTexts(t)
		first := fmt.Sprint(p.Texts(texts, opt))
		for range 3 {
			if next := fmt.Sprint(p.Texts(texts, opt)); next != first {
				t.Fatalf("%q: %s and then %s", texts, first, next)
			}
		}
	})
}

// planted are names of every ending class; each is placed on the names list and hidden in all its forms.
var planted = map[study.Language][]string{
	study.Polish: {"Jan Kowalski", "Anna Kowalska", "Piotr Wiśniewski", "Adam Górecki", "Ewa Zawadzka", "Tomasz Kozieł", "Marek Kozioł", "Paweł Gołąb", "Jan Stępień", "Piotr Kupiec", "Adam Marzec", "Jan Wróbel", "Tadeusz Wilk",
		"Maria Wrona", "Kamil Dziuba", "Jan Duda", "Zofia Sikora", "Stefan Noga", "Adam Mucha", "Jan Kania", "Tadeusz Kościuszko", "Zbigniew Ziobro", "Jan Cichy", "Ewa Cicha", "Piotr Gorący", "Adam Nowak", "Jan Kowalczyk", "Karol Pietrzak",
		"Piotr Sienkiewicz", "Adam Maj", "Jan Król", "Filip Koń", "Jan Kość", "Piotr Łoś", "Adam Mróz", "Jan Kurek", "Katarzyna Wrona-Dudek", "Marek Nowakowski-Wilk", "Jerzy Hoffmann", "Adam Zając", "Piotr Bąk", "Jan Niemiec", "Michał Orzeł"},
	study.German:  {"Anna Huber", "Bernd Leitner", "Clemens von Hohenfeld", "Maria Berger-Kofler", "Jörg Müller", "Goran Petrović", "Josef Strauß", "Eva Kainz", "Hans Großmann", "Ida Wallner", "Peter Hofstätter"},
	study.English: {"Emily Carter", "Daniel Ashton-Webb", "Oliver Hayes", "Priya Nair", "Sean O'Brien", "Jürgen Weiß", "Tomasz Kowalczyk"},
}

var carriers = map[study.Language][]string{
	study.Polish:  {"Sąd wezwał wtedy %s na rozprawę.", "Umowa dotyczy osoby o nazwisku %s i jest ważna.", "W piśmie wskazano, że %s ma rację."},
	study.German:  {"Damit steht fest, dass %s den Vertrag kannte.", "Das Gericht hat gegen %s entschieden.", "Es kommt auf %s an."},
	study.English: {"The court held that %s had notice.", "Notice was given to %s in writing."},
}

func TestPlantedNamesAreFoundInEveryForm(t *testing.T) {
	p := newForTest(t)
	for _, lang := range slices.Sorted(maps.Keys(planted)) {
		for _, name := range planted[lang] {
			m := newMemo(p.lex)
			reg, d := newRegistry(m), newDoc(m, name, lang)
			reg.learn(d, false)
			who, _ := reg.person(d.parseName(0, byList), lang, func(*person) int { return 0 })
			words := strings.Fields(name)
			surname := words[len(words)-1]
			for _, form := range surnameForms(reg, who, surname, lang) {
				for _, carrier := range carriers[lang] {
					text := fmt.Sprintf(carrier, form)
					res := p.Texts([]string{text}, Options{Lang: lang, Names: []string{name}})
					want := fmt.Sprintf(carrier, "[PERSON-1]")
					if got := anyHolder.FindString(res.Texts[0].Output); got == "" || strings.Contains(res.Texts[0].Output, form) {
						t.Errorf("%s: %q left in %q", name, form, res.Texts[0].Output)
					} else if res.Texts[0].Output != want && got == "[PERSON-1]" {
						t.Errorf("%s in %q: %q", form, text, res.Texts[0].Output)
					}
				}
			}
		}
	}
}

// surnameForms spells the forms of a surname with a capital, a double name in matching cases of both halves.
func surnameForms(reg *registry, who *person, surname string, lang study.Language) []string {
	halves := strings.Split(surname, "-")
	var forms []string
	base := reg.nameForms(strings.ToLower(halves[0]), lang, who.gender)
	for n, f := range base {
		if f.plural || f.gender != 0 && genderConflict(f.gender, who.gender) {
			continue
		}
		form := title(f.text)
		if strings.Contains(halves[0], "'") {
			form = halves[0] // O'Brien
			if n > 0 {
				continue
			}
		}
		for _, half := range halves[1:] {
			rest := reg.nameForms(strings.ToLower(half), lang, who.gender)
			form += "-" + title(rest[min(n, len(rest)-1)].text)
		}
		forms = append(forms, form)
	}
	return forms
}

func TestOneEntityOnePlaceholder(t *testing.T) {
	p := newForTest(t)
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom(study.Languages()).Draw(t, "lang")
		name := rapid.SampledFrom(planted[lang]).Draw(t, "name")
		var texts []string
		for range rapid.IntRange(1, 4).Draw(t, "texts") {
			texts = append(texts, fmt.Sprintf(rapid.SampledFrom(carriers[lang]).Draw(t, "carrier"), name))
		}
		res := p.Texts(texts, Options{Lang: lang})
		for i := range texts {
			if got := anyHolder.FindString(res.Texts[i].Output); got != "[PERSON-1]" {
				t.Fatalf("%q gave %q", texts[i], res.Texts[i].Output)
			}
		}
	})
}

// FuzzTexts demands of arbitrary bytes: no panic, spans that fit, and nothing new in a second run's numbering.
func FuzzTexts(f *testing.F) {
	p := newForTest(f)
	for _, lang := range study.Languages() {
		f.Add(strings.Join(fragments[lang], " "), string(lang), "Anna Huber")
	}
	f.Add("\xff\xfe[PERSON-99999999999999]@ §", "", "-")
	f.Fuzz(func(t *testing.T, text, lang, name string) {
		res := p.Texts([]string{text}, Options{Lang: study.Language(lang), Names: []string{name}, Known: []string{name}, Keep: []string{"ABGB"}, Extra: []Manual{{Surface: name, Kind: "ORG"}}})
		runes, at := []rune(text), 0
		for _, s := range res.Texts[0].Spans {
			if s.Start < at || s.End > len(runes) || s.End <= s.Start {
				t.Fatalf("span %+v outside %d runes", s, len(runes))
			}
			at = s.End
		}
	})
}
