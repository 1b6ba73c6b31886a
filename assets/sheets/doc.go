// Package sheets holds the data of the rating sheets: headings, abbreviations and allowed words of the columns in three
// languages, the months by which a date is known that a spreadsheet made of a range, and the instructions for
// reviewers.
package sheets

import "embed"

// Files are columns.json (format iucom-sheet-columns/1) and one template of the instructions for each language, a
// numbered item a line.
//
//go:embed columns.json instructions/*.tmpl
var Files embed.FS
