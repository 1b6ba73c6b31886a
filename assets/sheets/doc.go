// Package sheets holds the data of the rating sheets: headings, abbreviations and allowed words of the columns in three
// languages, the months by which a date is known that a spreadsheet made of a range, the instructions for reviewers,
// and the page on which a sheet is filled in without a spreadsheet.
package sheets

import "embed"

// Files are columns.json (format iucom-sheet-columns/1), one template of the instructions for each language (an item a
// line), and below page the page: one template, one style and the scripts in the order of [Scripts].
//
//go:embed columns.json instructions/*.tmpl page
var Files embed.FS

// Scripts lists the parts of the page's one script in their order: each may use those before it.
func Scripts() []string {
	return []string{"page/sheet.js", "page/store.js", "page/texts.js", "page/rating.js", "page/keys.js", "page/page.js"}
}
