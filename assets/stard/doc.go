// Package stard holds the checklist of the STARD report (items.json: the 30 numbered items of STARD 2015 in a paraphrase of
// our own, in three languages, with who fills them in and where in the report that stands), the sources of the methods and the templates and style of its page.
package stard

import "embed"

// Items is the checklist.
//
//go:embed items.json
var Items []byte

// Citations are the sources of the methods, by key.
//
//go:embed citations.json
var Citations []byte

// Page holds the templates of the page (*.tmpl) and what its style adds to that of a test's report (style.css). Their wording is asked of the catalogue.
//
//go:embed *.tmpl style.css
var Page embed.FS
