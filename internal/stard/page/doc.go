// Package page sets a document of plain blocks (paragraphs, lists, tables, drawings, open tasks) as a page (HTML) and as
// a Word file, so that both say the same in the same order. It knows no figure and no study: every text comes in finished.
//
// The page is one file without scripts that loads nothing; html/template escapes every text. Headings, table headers, the
// language and a text for every drawing are there for those who do not see the page (WCAG 2.2); no meaning is in colour
// alone. Its style is that of the test's report.
package page
