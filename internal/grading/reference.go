package grading

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"iucomstudien/internal/study"
)

// ReferenceOrder is what the reading of the reference is made of: the target question and the expert documents. No
// answer is part of it, so that no answer can colour the reference.
type ReferenceOrder struct {
	Language  study.Language
	Target    string
	Documents []string // in the order of the gold standard: D1, D2 …
	Nonce     string
}

// Texts lists every foreign text of the order, for [NewNonce].
func (o ReferenceOrder) Texts() []string { return append([]string{o.Target}, o.Documents...) }

// ReferenceRequest writes the request. It refuses an order without a question or a document, and a number that can not
// be used.
func ReferenceRequest(o ReferenceOrder) (string, error) {
	if strings.TrimSpace(o.Target) == "" || len(o.Documents) == 0 {
		return "", fmt.Errorf("reference request: there is no question or no document")
	}
	if !isNonce(o.Nonce) || occurs(o.Nonce, o.Texts()) {
		return "", fmt.Errorf("reference request: the number %q can not be used", o.Nonce)
	}
	data := referenceData{Nonce: o.Nonce, Target: neutral(o.Target)}
	for _, d := range o.Documents {
		data.Documents = append(data.Documents, neutral(d))
	}
	return render("reference", o.Language, data)
}

type referenceData struct {
	Nonce     string
	Target    string
	Documents []string
}

// Quote is the sentence that a reading rests on.
type Quote struct {
	Document int // 1-based; 0: none was named
	Text     string
	Verbatim bool // it stands in that document, blanks and the kind of quotation marks aside
}

// ReferenceReading is what was read from a reply.
type ReferenceReading struct {
	// Documents has what each expert document says: yes or no; absent as not-applicable where it does not say (KEINE),
	// as not-returned or truncated where the reply did not tell.
	Documents []study.Maybe[study.Target]
	// Reference is yes or no only where every document that says something says the same, the reply concludes so too,
	// and its proof stands verbatim in one of them. Otherwise the study lead decides; the reason tells why:
	// not-applicable (KEINE, contradictory), not-verifiable (no verbatim proof), not-returned, truncated.
	Reference study.Maybe[study.Target]
	Quote     Quote

	Lenient []Entry
	Remarks []Entry
	Missing []string // machine words of lines that a repair request would ask for
}

// The fields of a reading of the reference; D1, D2 … are fields of their own.
const (
	fieldReference = "REFERENZ"
	fieldProof     = "BELEG"
)

// Limits of a proof, in words. A shorter one stands in any text and proves nothing; a longer one is remarked.
const (
	minProof = 3
	maxProof = 40
)

var documentKey = regexp.MustCompile(`^D[1-9][0-9]{0,2}$`)

// ParseReference reads the reply to a [ReferenceRequest] by its grammar, and the replies to repair requests.
func ParseReference(reply string, o ReferenceOrder, truncated bool, later ...Later) (ReferenceReading, error) {
	w, err := replyWords()
	if err != nil {
		return ReferenceReading{}, err
	}
	known := func(k string) bool { return k == fieldReference || k == fieldProof || documentKey.MatchString(k) }
	f := newFrame(known, "REF")
	f.read(reply, o.Nonce, truncated, later...)
	p := &referenceParser{frame: f, words: w, order: o, why: study.NotReturned}
	if truncated && !f.found {
		p.why = study.Truncated
	}
	p.documents()
	p.conclude()
	p.reading.Lenient, p.reading.Remarks = f.lenient, f.remarks
	return p.reading, nil
}

type referenceParser struct {
	*frame
	words   *words
	order   ReferenceOrder
	why     study.Absence // of what is not there
	reading ReferenceReading
}

// documents reads what each document says, and remarks documents that do not exist.
func (p *referenceParser) documents() {
	for i := range p.order.Documents {
		key := "D" + strconv.Itoa(i+1)
		p.reading.Documents = append(p.reading.Documents, p.target(key))
	}
	for _, key := range p.keywords() {
		if n, err := strconv.Atoi(strings.TrimPrefix(key, "D")); documentKey.MatchString(key) && (err != nil || n > len(p.order.Documents)) {
			p.remark(key, LogIdentifierUnknown, key)
		}
	}
}

// target reads JA, NEIN or KEINE under a keyword.
func (p *referenceParser) target(key string) study.Maybe[study.Target] {
	for _, value := range p.readings(key) {
		word, lenient, ok := p.words.value("reference", unquote(value))
		if !ok {
			p.remark(key, LogValueRefused, oneLine(value))
			continue
		}
		if lenient {
			p.note(&p.lenient, key, LogValueSpelling, oneLine(value))
		}
		if word == "none" {
			return study.Absent[study.Target](study.NotApplicable)
		}
		return study.Known(study.Target(word))
	}
	p.reading.Missing = append(p.reading.Missing, key)
	return study.Absent[study.Target](p.why)
}

// conclude applies the rule of several documents and asks for the proof.
func (p *referenceParser) conclude() {
	claimed := p.target(fieldReference)
	p.reading.Reference = claimed
	p.quote()
	said, isKnown := claimed.Get()
	if !isKnown {
		return
	}
	for _, d := range p.reading.Documents {
		if v, ok := d.Get(); ok && v != said {
			p.remark(fieldReference, LogDocumentsDisagree, string(said))
			p.reading.Reference = study.Absent[study.Target](study.NotApplicable)
			return
		}
	}
	q := p.reading.Quote
	proven := q.Verbatim && q.Document >= 1 && p.reading.Documents[q.Document-1] == claimed
	if !proven {
		p.remark(fieldProof, LogProofNotVerbatim, oneLine(q.Text))
		p.reading.Reference = study.Absent[study.Target](study.NotVerifiable)
	}
}

var proofLine = regexp.MustCompile(`^D([0-9]{1,3}):? *["„“”«»](.*)["„“”«»]$`)

// quote reads the proof and looks for it in the document that it names. A second one, of the repair, counts where the
// first is no proof.
func (p *referenceParser) quote() {
	for _, value := range p.readings(fieldProof) {
		if q, ok := p.readQuote(value); ok && !p.reading.Quote.Verbatim {
			p.reading.Quote = q
		}
	}
	if p.reading.Reference.IsKnown() && !p.reading.Quote.Verbatim {
		p.reading.Missing = append(p.reading.Missing, fieldProof)
	}
}

func (p *referenceParser) readQuote(value string) (Quote, bool) {
	m := proofLine.FindStringSubmatch(value)
	if m == nil {
		p.remark(fieldProof, LogValueRefused, oneLine(value))
		return Quote{}, false
	}
	n, err := strconv.Atoi(m[1])
	if err != nil || n < 1 || n > len(p.order.Documents) {
		p.remark(fieldProof, LogIdentifierUnknown, oneLine(value))
		return Quote{}, false
	}
	q := Quote{Document: n, Text: m[2]}
	length := len(strings.Fields(q.Text))
	q.Verbatim = length >= minProof && strings.Contains(evened(p.order.Documents[n-1]), evened(q.Text))
	if length > maxProof {
		p.remark(fieldProof, LogProofTooLong, strconv.Itoa(length))
	}
	return q, true
}

// quotation makes every quotation mark one: the grammar asks for «» where a document has others.
var quotation = strings.NewReplacer(`"`, "'", "„", "'", "“", "'", "”", "'", "«", "'", "»", "'", "‚", "'", "‘", "'", "’", "'")

// evened is a text with single blanks and one kind of quotation mark, as requests write it: the form in which a proof
// is looked for.
func evened(text string) string {
	return quotation.Replace(strings.Join(strings.Fields(neutral(text)), " "))
}

// ReferenceRepair asks once for the lines that are missing, with nothing but the model's own reply.
func ReferenceRepair(o ReferenceOrder, nonce string, r ReferenceReading, reply string) (string, error) {
	return lineRepair(o.Language, nonce, "REF", r.Missing, reply)
}

// lineRepair asks for lines of a single block. It carries a number of its own.
func lineRepair(lang study.Language, nonce, label string, missing []string, reply string) (string, error) {
	if !isNonce(nonce) || occurs(nonce, []string{reply}) {
		return "", fmt.Errorf("repair request: the number %q can not be used", nonce)
	}
	return render("lines", lang, linesData{Nonce: nonce, Label: label, Lines: missing, Reply: neutral(reply)})
}

type linesData struct {
	Nonce string
	Label string
	Lines []string
	Reply string
}
