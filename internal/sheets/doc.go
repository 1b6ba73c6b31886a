// Package sheets makes the rating sheets that reviewers fill in, and reads them when they come back.
//
// A sheet goes out as CSV ([WriteCSV]), as a workbook ([WriteXLSX]) and as a page ([WriteHTML]), all with the same rows:
// head rows that begin with «#» (study, test, reviewer, language, checksum of the blind folder, time needed), the
// headings in the study's language, one row for each code in blind order. No cell that is written begins a formula. The
// page shows question, gold standard and answers beside the form, opens the origin guess when all else is rated, keeps
// what is entered in the browser, and hands over the sheet as CSV and as JSON with a checksum of the entries. It loads
// and sends nothing.
//
// [Read] takes them back however a spreadsheet saved them: CSV of any separator and encoding, .xlsx, .xls, .ods, JSON;
// moved columns, headings and words of three languages, abbreviations that are unique. What it can not read for certain
// it refuses, cell by cell, with row, column, value and what is allowed; the rest is taken. Nothing is rounded, capped or
// filled in silently: what was read otherwise than it is written stands under Understood, and every cell as it was
// understood under Cells. Whole sheets are refused where taking a part would be wrong: another study, another blind
// folder, rows that were sorted apart, merged points.
//
// The room knows codes and, for the page, the blinded texts. It sees no origin, no key and no database. Columns, words and instructions
// are data (assets/sheets). Method: study protocol, sheet and instructions for reviewers.
package sheets
