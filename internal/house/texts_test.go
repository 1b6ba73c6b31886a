package house_test

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"iucomstudien/assets/translations"
	"iucomstudien/internal/study"
)

// texts is one language's file: key -> plural form ("other" for plain texts) -> text.
type texts map[string]map[string]string

// pluralForms are the forms that CLDR asks of each language for whole numbers.
var pluralForms = map[study.Language][]string{
	study.English: {"one", "other"},
	study.German:  {"one", "other"},
	study.Polish:  {"few", "many", "one", "other"},
}

func readTexts(t *testing.T, l study.Language) texts {
	t.Helper()
	data, err := translations.Files.ReadFile(string(l) + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatal(err)
	}
	all := make(texts)
	for key, value := range raw {
		var plain string
		if json.Unmarshal(value, &plain) == nil {
			all[key] = map[string]string{"other": plain}
			continue
		}
		var forms map[string]string
		if err := json.Unmarshal(value, &forms); err != nil {
			t.Fatalf("%s.json: %s: %v", l, key, err)
		}
		all[key] = forms
	}
	return all
}

func TestEveryTextExistsInEveryLanguage(t *testing.T) {
	english := readTexts(t, study.English)
	for _, l := range study.Languages() {
		own := readTexts(t, l)
		for key, forms := range english {
			if own[key] == nil {
				t.Errorf("%s.json lacks %q", l, key)
				continue
			}
			if len(forms) > 1 || len(own[key]) > 1 {
				if got := sortedKeys(own[key]); !slices.Equal(got, pluralForms[l]) {
					t.Errorf("%s.json: %q has plural forms %v, the language needs %v", l, key, got, pluralForms[l])
				}
			}
			for form, text := range own[key] {
				if strings.TrimSpace(text) == "" {
					t.Errorf("%s.json: %q (%s) is empty", l, key, form)
				}
			}
		}
		for key := range own {
			if english[key] == nil {
				t.Errorf("%s.json has %q, which en.json lacks", l, key)
			}
		}
	}
}

var place = regexp.MustCompile(`{{\s*-?\s*(?:if |range |end|else)?\s*\.?([A-Za-z]*)`)

func TestEveryLanguageFillsTheSamePlaces(t *testing.T) {
	english := readTexts(t, study.English)
	for _, l := range study.Languages() {
		for key, forms := range readTexts(t, l) {
			want := places(english[key]["other"])
			if got := places(forms["other"]); !slices.Equal(got, want) {
				t.Errorf("%s.json: %q fills %v, English fills %v", l, key, got, want)
			}
		}
	}
}

func places(text string) []string {
	var names []string
	for _, m := range place.FindAllStringSubmatch(text, -1) {
		if m[1] != "" && !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	sort.Strings(names)
	return names
}

// TestGermanAddressesWithSie keeps the familiar form out of the German texts.
func TestGermanAddressesWithSie(t *testing.T) {
	familiar := regexp.MustCompile(`\b(du|dich|dir|deine?[mnrs]?)\b`)
	for key, forms := range readTexts(t, study.German) {
		for _, text := range forms {
			if hit := familiar.FindString(text); hit != "" && !strings.HasPrefix(key, "prompt.") {
				t.Errorf("de.json: %q says %q", key, hit)
			}
		}
	}
}

func TestEveryKeyInTheCodeHasATextAndProblemsHaveARemedy(t *testing.T) {
	english := readTexts(t, study.English)
	for _, p := range packages(t) {
		for file, syntax := range p.files {
			for _, use := range usedKeys(syntax) {
				if use.prefix {
					if !slices.ContainsFunc(sortedKeys(english), func(k string) bool { return strings.HasPrefix(k, use.key) }) {
						t.Errorf("%s uses keys that begin with %q; no text does", file, use.key)
					}
				} else if english[use.key] == nil {
					t.Errorf("%s uses the key %q, which has no text", file, use.key)
				}
			}
		}
	}
}

// keyUse is a key, or the fixed beginning of one, as it stands in the code.
type keyUse struct {
	key    string
	prefix bool
}

// speaking are the names of methods whose first argument is a key: the catalogue's own and those that hand on to it.
var speaking = []string{"T", "N", "t", "say"}

// usedKeys finds the keys passed to a catalogue's T, N and Has, and the IDs of problems with their remedies.
func usedKeys(file *ast.File) []keyUse {
	var uses []keyUse
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			sel, ok := n.Fun.(*ast.SelectorExpr)
			if ok && len(n.Args) > 0 && slices.Contains(speaking, sel.Sel.Name) {
				uses = append(uses, literal(n.Args[0], "")...)
			}
		case *ast.CompositeLit:
			if !isProblem(n.Type) {
				return true
			}
			for _, element := range n.Elts {
				if kv, ok := element.(*ast.KeyValueExpr); ok {
					if name, ok := kv.Key.(*ast.Ident); ok && name.Name == "ID" {
						id := literal(kv.Value, "problem.")
						uses = append(uses, id...)
						for _, one := range id {
							if !one.prefix {
								uses = append(uses, keyUse{key: one.key + ".remedy"})
							}
						}
					}
				}
			}
		}
		return true
	})
	return uses
}

// literal reads a string literal, or the literal that a sum begins with.
func literal(e ast.Expr, before string) []keyUse {
	switch e := e.(type) {
	case *ast.BasicLit:
		// Every key has a dot; a word without one is no key but another method's argument.
		if s, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING && strings.Contains(before+s, ".") {
			return []keyUse{{key: before + s}}
		}
	case *ast.BinaryExpr:
		left := literal(e.X, before)
		if len(left) == 1 {
			left[0].prefix = true
			return left
		}
	}
	return nil
}

// isProblem tells whether a composite literal makes a study.Problem.
func isProblem(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "Problem"
	case *ast.Ident:
		return e.Name == "Problem"
	}
	return false
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
