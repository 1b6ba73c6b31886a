// Package report writes the unblinded report of a test: one [Model] becomes a page (HTML), a Word file, tables (CSV) and
// a data file (JSON, see FORMAT.md). It decides how things are said and in which order; it computes no figure, it only
// counts words of answers and sums what requests cost. What was computed, and from what, comes in as
// evaluation.Figures; what not every test has, in [Further].
//
// The page is one file without scripts; it loads nothing from outside. Every text of a study is escaped. The same data
// give the same bytes. It starts with a summary in plain words for a reader who has never seen the program, says
// beside each coefficient its level of measurement, its interval and the counts it rests on (Krippendorff, Content
// Analysis, 4th ed. 2019, ch. 12), prints every rate with numerator and denominator, and names what is missing. A
// value that does not exist is a word with its reason, never an empty cell, 0 or NaN.
//
// The Word file is made of the page itself (see [DOCX]), so that both always say the same.
//
// Colours stand for the origin of an answer and never alone: the word stands beside the colour, and charts carry
// patterns. Every word comes from the catalogue that is passed in.
package report
