package consent

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"iucomstudien/assets/templates"
	"iucomstudien/internal/lang"
	"iucomstudien/internal/stard/page"
	"iucomstudien/internal/study"
	"iucomstudien/internal/word"
)

// Field is a field of the form.
type Field string

// The fields, by the names under which the template has them.
const (
	Purpose       Field = "purpose"        // what the study is about, beyond what the form says
	Controller    Field = "controller"     // name, address, e-mail
	DPO           Field = "dpo"            // data protection officer
	Contact       Field = "contact"        // for questions and withdrawal
	KeyHolder     Field = "key-holder"     // who keeps the link between identifier and person
	TrustedPerson Field = "trusted-person" // who collects the consent, and neither examines nor grades
	Provider      Field = "provider"       // of the AI that grades
	Country       Field = "country"        // where the provider processes
	Contract      Field = "contract"       // contract with the provider, retention there, no training
	Authority     Field = "authority"      // for complaints
	AnswersUntil  Field = "answers-until"  // a day
	LinkUntil     Field = "link-until"     // a day
	NationalRules Field = "national-rules" // legal basis beyond the GDPR
)

// Fields lists the fields in the order of the form.
func Fields() []Field {
	return []Field{Purpose, Controller, DPO, Contact, KeyHolder, Provider, Country, Contract, TrustedPerson, LinkUntil, AnswersUntil, Authority, NationalRules}
}

// optional are the fields that may stay empty without a gap in the form.
var optional = map[Field]bool{Purpose: true, NationalRules: true}

// Required tells whether the form is incomplete without the field.
func (f Field) Required() bool { return !optional[f] }

// maxField is the longest text of a field, in characters.
const maxField = 2000

// Parse reads a field as it is typed: name=text. Problems: consent.bad-field (Args: value, allowed), consent.long-field.
func Parse(typed string) (Field, string, error) {
	name, text, ok := strings.Cut(typed, "=")
	var allowed []string
	for _, f := range Fields() {
		allowed = append(allowed, string(f))
		if ok && string(f) == strings.TrimSpace(name) {
			text = strings.TrimSpace(text)
			if utf8.RuneCountInString(text) > maxField {
				return f, "", &study.Problem{ID: "consent.long-field", Args: map[string]any{"field": name, "most": maxField}}
			}
			return f, text, nil
		}
	}
	return "", "", &study.Problem{ID: "consent.bad-field", Args: map[string]any{"value": typed, "allowed": allowed}}
}

// Form is what the form says.
type Form struct {
	Study  string // name; "" leaves it open
	Fields map[Field]string
}

// Open lists the required fields that are empty.
func (f Form) Open() []Field {
	var list []Field
	for _, field := range Fields() {
		if field.Required() && strings.TrimSpace(f.Fields[field]) == "" {
			list = append(list, field)
		}
	}
	return list
}

// Docx writes the form in the catalogue's language. It says at its head whether it is complete.
func Docx(w io.Writer, f Form, cat *lang.Catalogue) error {
	template, err := templates.Consent.ReadFile("consent/consent." + string(cat.Language()) + ".docx")
	if err != nil {
		return fmt.Errorf("loading the consent form: %w", err)
	}
	gap := func(name string) string { return cat.T("consent.open", "field", cat.T("consent.field."+name)) }
	values := map[string]string{
		"study": f.Study, "id": cat.T("consent.id"), "state": cat.T("consent.complete"), "footer": cat.T("consent.title"),
	}
	if f.Study == "" {
		values["study"] = gap("study")
	}
	for _, field := range Fields() {
		text := strings.TrimSpace(f.Fields[field])
		if text == "" && field.Required() {
			text = gap(string(field))
		}
		values[string(field)] = text
	}
	if n := len(f.Open()); n > 0 || f.Study == "" {
		values["state"] = cat.N("consent.draft", n)
	}
	return word.Write(w, template, word.Document{Language: page.Locale(cat.Language()), Title: cat.T("consent.title"), Fields: values})
}
