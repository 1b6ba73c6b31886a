// Package templates holds the forms that the program fills in. Below report stand the parts of the report's page,
// each a template of html/template, and its style sheet. They contain no wording: every text is asked of the
// catalogue under its key. Below analysis stands the script for R that is written beside each report.
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
