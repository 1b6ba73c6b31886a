// Package sheets holds the data of the rating sheets: headings, abbreviations and allowed words of the columns in three
// languages, the months by which a date is known that a spreadsheet made of a range, the instructions for reviewers,
// and the page on which a sheet is filled in without a spreadsheet.
package sheets

import "embed"

// Files are columns.json (format iucom-sheet-columns/1), one template of the instructions for each language (an item a
// line), and form.html.tmpl with its one script form.js.
//
//go:embed columns.json instructions/*.tmpl form.html.tmpl form.js
var Files embed.FS
