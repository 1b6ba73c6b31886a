// Package stard writes the report on accuracy of all unblinded tests of a study with a target question, in the manner of
// STARD 2015 (Bossuyt et al. 2015, BMJ 351:h5527; explanation by Cohen et al. 2016), by analogy: a
// participant is a case, the index test an answer's reading, the reference standard what the study lead set.
//
// [Compute] counts a two-by-two table for each condition and takes all figures from package stats. A case is one unit: of
// several answers under one condition the reading that most gave counts, and a tie is indeterminate. Indeterminate
// readings stand outside the table and are counted beside it; cases without reference or without a reading are counted
// with the reason. [Result.Check] makes sure that all sums of the flow of cases add up.
//
// One [Model] becomes a page ([HTML]), a Word file ([Docx]), tables ([CSV], [LaTeX]) and data ([JSON], see FORMAT.md). What
// the program can document stands there with its place; the rest is a visible task until the study lead has written it.
// The same model gives the same bytes. The package reads no database and no file; package conduct brings what it needs.
// The consent form, the study protocol and the paragraph on methods are sub-packages, since they say what STARD asks for.
package stard
