package answering

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"text/template"

	assets "iucomstudien/assets/prompts"
	"iucomstudien/internal/sources"
	"iucomstudien/internal/study"
)

// Question is what is asked: the facts as every answerer gets them, and under which law.
type Question struct {
	Language     study.Language // of the study, and so of the request
	Facts        string
	Jurisdiction string // "AT", "DE", "PL", "EU" …; "" leaves it to the facts
	LawAsOf      string // ISO day; "" leaves it to the facts
	Salt         string // what tells the requests of this test from those of others
}

// mostTerms is how many search terms a model is asked for.
const mostTerms = 12

// requestData is what a template is filled with.
type requestData struct {
	Nonce, Facts, Order, Date string
	Most                      int
	List                      string // "S1–S4"
	Sources                   []sourceData
	Text                      string
}

type sourceData struct{ ID, Title, Text string }

// ControlRequest is the plain question, with the instruction not to invent.
func ControlRequest(q Question) (string, error) {
	d, err := q.data(Number(q.Salt, q.Facts))
	if err != nil {
		return "", err
	}
	return render("control", q.Language, d)
}

// TermsRequest asks for search terms, and gives the number under which the reply is read ([ParseTerms]).
func TermsRequest(q Question) (text, number string, err error) {
	number = Number(q.Salt, q.Facts)
	d, err := q.data(number)
	if err != nil {
		return "", "", err
	}
	d.Most = mostTerms
	text, err = render("terms", q.Language, d)
	return text, number, err
}

// ReporterRequest asks for the answer from sources, S1 to Sn in their order, and gives the number under which the list
// of used sources is read ([CutUsed]).
func ReporterRequest(q Question, found []sources.Hit) (text, number string, err error) {
	texts := []string{q.Facts}
	for _, h := range found {
		texts = append(texts, h.Title(), h.Text)
	}
	number = Number(q.Salt, texts...)
	d, err := q.data(number)
	if err != nil {
		return "", "", err
	}
	for i, h := range found {
		d.Sources = append(d.Sources, sourceData{ID: SourceID(i), Title: oneLine(neutral(h.Title())), Text: neutral(h.Text)})
	}
	d.List = SourceID(0)
	if len(found) > 1 {
		d.List += "–" + SourceID(len(found)-1)
	}
	text, err = render("reporter", q.Language, d)
	return text, number, err
}

// AlignRequest asks for a text with its spelling and style aligned, in the language of the text.
func AlignRequest(lang study.Language, salt, text string) (string, error) {
	return render("align", lang, requestData{Nonce: Number(salt, text), Text: neutral(text)})
}

// SourceID is how the source at a place, from 0, is called in a request: S1, S2 …
func SourceID(place int) string { return fmt.Sprintf("S%d", place+1) }

func (q Question) data(number string) (requestData, error) {
	order, err := legalOrder(q.Jurisdiction, q.Language)
	return requestData{Nonce: number, Facts: neutral(q.Facts), Order: order, Date: q.LawAsOf}, err
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// legalOrders reads how legal orders are called, once.
var legalOrders = sync.OnceValues(func() (map[string]map[study.Language]string, error) {
	data, err := assets.Files.ReadFile("legal-orders.json")
	if err != nil {
		return nil, fmt.Errorf("loading the names of legal orders: %w", err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("loading the names of legal orders: %w", err)
	}
	delete(raw, "comment")
	names := make(map[string]map[study.Language]string)
	for code, one := range raw {
		var by map[study.Language]string
		if err := json.Unmarshal(one, &by); err != nil {
			return nil, fmt.Errorf("loading the name of the legal order %s: %w", code, err)
		}
		names[code] = by
	}
	return names, nil
})

// otherOrder stands for legal orders that have no name of their own in the list.
const otherOrder = "*"

// legalOrder is how a legal order is called in a request; "" for none.
func legalOrder(code string, lang study.Language) (string, error) {
	names, err := legalOrders()
	code = oneLine(neutral(code))
	if err != nil || code == "" {
		return "", err
	}
	if by, listed := names[strings.ToUpper(code)]; listed && code != otherOrder {
		return by[lang], nil
	}
	return strings.ReplaceAll(names[otherOrder][lang], "#", code), nil
}

// render fills a template of the language.
func render(name string, lang study.Language, d requestData) (string, error) {
	if !lang.Valid() {
		return "", &study.Problem{ID: "lang.unknown", Args: map[string]any{"value": string(lang)}}
	}
	file := name + "." + string(lang) + ".tmpl"
	t, err := template.New(file).Option("missingkey=error").ParseFS(assets.Files, "common.tmpl", file)
	if err != nil {
		return "", fmt.Errorf("reading the wording of the request %s: %w", name, err)
	}
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, file, d); err != nil {
		return "", fmt.Errorf("writing the request %s: %w", name, err)
	}
	return strings.TrimSpace(b.String()) + "\n", nil
}
