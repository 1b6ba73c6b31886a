// Package sheets makes the rating sheets that reviewers fill in, and reads them when they come back.
//
// A sheet goes out as CSV ([WriteCSV]), as a workbook ([WriteXLSX]) and as a page that is filled in offline and hands
// over the CSV ([WriteHTML]), all with the same rows: head rows that begin with «#» (study, test, reviewer, language,
// checksum of the blind folder), the headings in the study's language, one row for each code in blind order. No cell
// that is written begins a formula.
//
// [Read] takes both back however a spreadsheet saved them: any separator and encoding, moved columns, headings and
// words of three languages, abbreviations that are unique. What it can not read for certain it refuses, cell by cell,
// with row, column, value and what is allowed; the rest is taken. Nothing is rounded, capped or filled in silently:
// what was read otherwise than it is written stands under Understood. Whole sheets are refused where taking a part
// would be wrong: another study, another blind folder, rows that were sorted apart, merged points.
//
// The room knows codes only. It sees no answer, no origin, no key and no database. Columns, words and instructions
// are data (assets/sheets). Method: study protocol, sheet and instructions for reviewers.
package sheets
