package templates

import "embed"

// Document is the Word template of reports and protocols: styles, a footer with {{footer}} and the page numbers, and
// the place {{body}}. It may be adapted in any word processor; package word says which styles it
// has to hold, and its tests make it of the parts that stand beside them.
//
//go:embed word/document.docx
var Document []byte

// Consent holds the consent form in each language: consent/consent.LANGUAGE.docx, with places such as {{controller}}.
//
//go:embed consent/*.docx
var Consent embed.FS
