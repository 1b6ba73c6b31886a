package legalref

import "encoding/json"

// The stages "cite" and "align-check": one JSON value in, one out, the id as it came.

// CiteInput is a line of the stage cite. Locale ("de-AT") may stand beside the language; labels have it.
type CiteInput struct {
	ID     json.RawMessage `json:"id"`
	Text   string          `json:"text"`
	Lang   string          `json:"lang"`
	Locale string          `json:"locale,omitempty"`
}

// CiteOutput is the answer of the stage cite.
type CiteOutput struct {
	ID   json.RawMessage `json:"id"`
	Hits []HitLabel      `json:"hits"`
}

// HitLabel is a hit in the shape of the labels: offsets in code points and in bytes, end exclusive.
type HitLabel struct {
	Kind         Kind     `json:"kind"`
	Jurisdiction *string  `json:"jurisdiction"`
	Norms        []string `json:"norms"`
	Text         string   `json:"text"`
	Start        int      `json:"start"`
	End          int      `json:"end"`
	ByteStart    int      `json:"byte_start"`
	ByteEnd      int      `json:"byte_end"`
	Parts        []Part   `json:"parts,omitempty"`
	RefersTo     string   `json:"refers_to,omitempty"`
	WellFormed   bool     `json:"well_formed"`
	Reason       string   `json:"reason,omitempty"`
}

// AlignInput is a line of the stage align-check.
type AlignInput struct {
	ID     json.RawMessage `json:"id"`
	Before string          `json:"before"`
	After  string          `json:"after"`
	Lang   string          `json:"lang"`
}

// AlignOutput is the answer of the stage align-check.
type AlignOutput struct {
	ID           json.RawMessage `json:"id"`
	Same         bool            `json:"same"`
	Missing      []string        `json:"missing"`
	Added        []string        `json:"added"`
	OrderChanged bool            `json:"order_changed"`
	LengthRatio  float64         `json:"length_ratio"`
	NegationKept bool            `json:"negation_kept"`
}

// StageCite finds the citations and figures of one text.
func (r *Reader) StageCite(in CiteInput) CiteOutput {
	lang := in.Lang
	if in.Locale != "" {
		lang = in.Locale
	}
	out := CiteOutput{ID: in.ID, Hits: []HitLabel{}}
	for _, h := range r.Find(in.Text, lang) {
		out.Hits = append(out.Hits, h.Label())
	}
	return out
}

// StageAlignCheck compares two texts.
func (r *Reader) StageAlignCheck(in AlignInput) AlignOutput {
	c := r.Compare(in.Before, in.After, in.Lang)
	return AlignOutput{in.ID, c.Same, c.Missing, c.Added, c.OrderChanged, c.LengthRatio, c.NegationKept}
}

// Label gives the hit in the shape of the labels.
func (h *Hit) Label() HitLabel {
	l := HitLabel{
		Kind: h.Kind, Norms: h.Norms, Text: h.Text, Start: h.RuneStart, End: h.RuneEnd, ByteStart: h.Start, ByteEnd: h.End,
		Parts: h.Parts, RefersTo: h.RefersTo, WellFormed: h.WellFormed, Reason: h.Reason,
	}
	if h.Jurisdiction != "" {
		l.Jurisdiction = &h.Jurisdiction
	}
	return l
}
