package pseudonymise

import (
	"regexp"
	"slices"
	"testing"

	assets "iucomstudien/assets/blinding/pseudonymise"
	"iucomstudien/internal/study"
)

// usedKeys are the keys of the rule files that are read by their own name and not as a class of words.
var usedKeys = []string{
	"owncase", "citing", "alias", "legalform", "legalform.weak", "street.de", "street.de.sure", "street.de.not", "street.de.lead", "tld",
	"site.keep", "site.platform", "handle.not", "currency", "phone", "file.own", "file.label", "file.firm", "fixed", "namesake", "abbreviation", "firm.ending", "given.not", "given.word", "surname.ending",
}

func TestEveryRuleKeyHasAReader(t *testing.T) {
	lex := newForTest(t).lex
	for file, r := range lex.rules {
		for key, entries := range r {
			if _, class := classKeys[key]; !class && !slices.Contains(usedKeys, key) {
				t.Errorf("rules/%s.txt: nobody reads %q", file, key)
			}
			if len(entries) == 0 {
				t.Errorf("rules/%s.txt: %q is empty", file, key)
			}
		}
	}
	for key := range classKeys {
		found := false
		for _, r := range lex.rules {
			found = found || r[key] != nil
		}
		if !found {
			t.Errorf("no file has the key %q", key)
		}
	}
}

func TestNamesAreWellFormed(t *testing.T) {
	shape := regexp.MustCompile(`^\pL[\pL\pM'’-]+ [fmu]~?$`)
	for _, file := range []string{"de", "pl", "en", "other"} {
		seen := map[string]bool{}
		err := eachLine(assets.Files, "names/"+file+".txt", func(line string) {
			if !shape.MatchString(line) || seen[line] {
				t.Errorf("names/%s.txt: %q", file, line)
			}
			seen[line] = true
		})
		if err != nil || len(seen) < 500 {
			t.Errorf("names/%s.txt has %d names (%v)", file, len(seen), err)
		}
	}
}

// TestCommonWordsAreNoBareNames holds words that begin sentences of legal texts and were once first names of some list.
func TestCommonWordsAreNoBareNames(t *testing.T) {
	p := newForTest(t)
	for lang, texts := range map[study.Language][]string{
		study.German:  {"Will der Käufer zurücktreten, gilt § 918 ABGB.", "Kai und Mauer gehören der Stadt.", "Mark und Pfennig sind abgeschafft.", "Rosa Papier ist billig.", "Ernst war die Lage."},
		study.Polish:  {"Marka towaru jest znana.", "Kara umowna wynosi 5 %.", "Dana umowa jest nieważna.", "Norma ta ma charakter bezwzględny.", "Karta kredytowa wygasła.", "Wina sprawcy jest oczywista."},
		study.English: {"Grace periods are short.", "Will the buyer recover?", "May the court intervene?", "Mark schemes differ.", "Faith in contracts matters.", "Grant of leave is rare.", "Justice demands it."},
	} {
		for _, text := range texts {
			if got := p.Texts([]string{text}, Options{Lang: lang}).Texts[0]; len(got.Spans) > 0 {
				t.Errorf("%s: %q", text, got.Output)
			}
		}
	}
}
