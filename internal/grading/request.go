package grading

import (
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"text/template"

	assets "iucomstudien/assets/grading"
	"iucomstudien/internal/study"
)

// Order is what a grading request is made of. It holds nothing that tells an origin.
type Order struct {
	Language study.Language
	Facts    string // facts and question of the case
	LawAsOf  string // key date of the law, ISO day; "" leaves the sentence out
	Answers  []study.BlindedAnswer
	Gold     []string // texts of the gold standard, without their file names; empty: not used
	Target   string   // target question; "" when there is none
	Nonce    string
	Systems  *Systems // nil: the bundled ones
}

// Codes lists the codes of the order, in blind order.
func (o Order) Codes() []study.Code {
	codes := make([]study.Code, len(o.Answers))
	for i, a := range o.Answers {
		codes[i] = a.Code
	}
	return codes
}

// Expect says what the reply to the order is read against.
func (o Order) Expect() Expect {
	return Expect{Codes: o.Codes(), Nonce: o.Nonce, Gold: len(o.Gold) > 0, Target: o.Target != "", Systems: o.Systems}
}

// NewNonce draws the number of a request: six hexadecimal digits that occur in none of the foreign texts.
func NewNonce(random io.Reader, texts ...string) (string, error) {
	const tries = 100
	for range tries {
		var b [3]byte
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return "", fmt.Errorf("drawing the number of a request: %w", err)
		}
		nonce := hex.EncodeToString(b[:])
		if !occurs(nonce, texts) {
			return nonce, nil
		}
	}
	return "", fmt.Errorf("drawing the number of a request: %d numbers occur in the texts", tries)
}

func occurs(nonce string, texts []string) bool {
	for _, t := range texts {
		if strings.Contains(strings.ToLower(t), nonce) {
			return true
		}
	}
	return false
}

// Texts lists every foreign text of the order, for [NewNonce].
func (o Order) Texts() []string {
	texts := append([]string{o.Facts, o.Target}, o.Gold...)
	for _, a := range o.Answers {
		texts = append(texts, a.Text)
	}
	return texts
}

// MaxAnswers is how many answers one request holds at most.
const MaxAnswers = 8

// Split divides an order into requests with the same facts and gold standard and disjoint codes: at most
// [MaxAnswers] answers and, as far as single answers allow, at most limit bytes of answers each (0: no limit). An
// answer is never split. Each part needs a number of its own.
func (o Order) Split(limit int) []Order {
	var parts []Order
	size := 0
	for _, a := range o.Answers {
		n := len(parts)
		if n == 0 || len(parts[n-1].Answers) == MaxAnswers || limit > 0 && size+len(a.Text) > limit {
			part := o
			part.Answers, part.Nonce = nil, ""
			parts, size = append(parts, part), 0
			n++
		}
		parts[n-1].Answers = append(parts[n-1].Answers, a)
		size += len(a.Text)
	}
	return parts
}

// Request writes the request in the language of the order. It refuses an order whose number is not six hexadecimal
// digits or occurs in a text: then another must be drawn.
func Request(o Order) (string, error) {
	if !isNonce(o.Nonce) || occurs(o.Nonce, o.Texts()) {
		return "", fmt.Errorf("grading request: the number %q can not be used", o.Nonce)
	}
	if len(o.Answers) == 0 {
		return "", fmt.Errorf("grading request: there is no answer")
	}
	systems := o.Systems
	if systems == nil {
		var err error
		if systems, err = BundledSystems(); err != nil {
			return "", err
		}
	}
	data := requestData{
		N: len(o.Answers), CodeList: codeList(o.Codes()), Codes: o.Codes(), FirstCode: o.Answers[0].Code,
		Nonce: o.Nonce, Date: o.LawAsOf, Gold: len(o.Gold) > 0, Target: neutral(o.Target),
		Facts: neutral(o.Facts), Systems: systems,
	}
	for _, g := range o.Gold {
		data.GoldTexts = append(data.GoldTexts, neutral(g))
	}
	for _, a := range o.Answers {
		data.Answers = append(data.Answers, study.BlindedAnswer{Code: a.Code, Text: neutral(a.Text)})
	}
	return render("request", o.Language, data)
}

// RepairRequest asks once for what could not be read, with nothing but the grader's own reply and the missing fields.
// It carries a number of its own, under which the reply is read as [Later].
func RepairRequest(lang study.Language, nonce string, res Result, e Expect, reply string) (string, error) {
	if !isNonce(nonce) || occurs(nonce, []string{reply}) {
		return "", fmt.Errorf("repair request: the number %q can not be used", nonce)
	}
	w, err := replyWords()
	if err != nil {
		return "", err
	}
	data := repairData{Nonce: nonce, Gold: e.Gold, Target: e.Target, Reply: neutral(reply)}
	for _, r := range res.Repair {
		data.Codes = append(data.Codes, r.Code)
		data.Gaps = append(data.Gaps, gap{Code: r.Code, Keywords: strings.Join(w.keywordsOf(r.Fields), ", ")})
	}
	return render("repair", lang, data)
}

type requestData struct {
	N         int
	CodeList  string
	Codes     []study.Code
	FirstCode study.Code
	Nonce     string
	Date      string
	Gold      bool
	Target    string
	Facts     string
	GoldTexts []string
	Answers   []study.BlindedAnswer
	Systems   *Systems
}

type repairData struct {
	Nonce  string
	Gold   bool
	Target bool
	Codes  []study.Code
	Gaps   []gap
	Reply  string
}

type gap struct {
	Code     study.Code
	Keywords string
}

// render fills a template of the language.
func render(name string, lang study.Language, data any) (string, error) {
	if !lang.Valid() {
		return "", &study.Problem{ID: "lang.unknown", Args: map[string]any{"value": string(lang)}}
	}
	file := name + "." + string(lang) + ".tmpl"
	steps := 0
	t, err := template.New(file).Option("missingkey=error").Funcs(template.FuncMap{
		"step": func() int { steps++; return steps },
		"inc":  func(i int) int { return i + 1 },
		"text": func(t Text) string { return t[lang] },
		"levels": func(levels []Level) string {
			parts := make([]string, len(levels))
			for i, l := range levels {
				parts[i] = fmt.Sprintf("%d %s", l.Level, l.In(lang))
			}
			return strings.Join(parts, "; ")
		},
	}).ParseFS(assets.Files, "common.tmpl", file)
	if err != nil {
		return "", fmt.Errorf("reading the wording of the %s: %w", name, err)
	}
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, file, data); err != nil {
		return "", fmt.Errorf("writing the %s: %w", name, err)
	}
	return b.String(), nil
}

// markers turns the signs of our own marks into look-alikes, so that no text can close the mark it stands in.
var markers = strings.NewReplacer("<<<", "‹‹‹", ">>>", "›››")

func neutral(text string) string {
	return strings.TrimRight(markers.Replace(strings.ReplaceAll(text, "\r\n", "\n")), "\n")
}

func codeList(codes []study.Code) string {
	list := make([]string, len(codes))
	for i, c := range codes {
		list[i] = string(c)
	}
	return strings.Join(list, ", ")
}
