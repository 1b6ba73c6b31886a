// Package templates holds the forms that the program fills in. Below report stand the parts of the report's page,
// each a template of html/template, and its style sheet. They contain no wording: every text is asked of the
// catalogue under its key. Below analysis stands the script for R that is written beside each report. answer.docx is the document of one
// blinded answer; its parts stand beside the tests of package handout, which write it.
package templates

import "embed"

// Report holds the parts of the report's page: report/*.tmpl and report/style.css.
//
//go:embed report
var Report embed.FS

// Analysis holds the form of the script: analysis/analysis.R.tmpl.
//
//go:embed analysis
var Analysis embed.FS

// Answer holds the document that one blinded answer is written into: answer.docx, without properties of any kind.
//
//go:embed answer.docx
var Answer embed.FS
