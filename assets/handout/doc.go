// Package handout holds the data of the blind folder: the page on which all answers are printed, the page of the
// study key for the study lead, and the phrases by
// which an answer says itself what wrote it.
package handout

import "embed"

// Files are answers.html.tmpl and key.html.tmpl, pages without scripts and without anything loaded from elsewhere, and
// self-naming.json (format iucom-self-naming/1).
//
//go:embed answers.html.tmpl key.html.tmpl self-naming.json
var Files embed.FS
