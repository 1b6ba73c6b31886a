// Package legalref reads legal citations, figures and dates in German, Polish and English text.
//
// Most callers need only [Reader.Find], which gives every provision, act, official journal, decision, report,
// identifier, short form, date, amount, percentage, period and plain figure with its exact place and one normalised
// form, so that two spellings of the same source are equal; and [Reader.Compare], which says whether one text kept
// everything another one cites and counts.
//
// How: the text is cut into tokens once; a word that may begin a citation is found by one look-up; from there a small
// grammar reads on, and the longest reading wins. The grammar itself (acts, courts, registers, journals, shapes of
// numbers, words) stands in the tables of assets/legalref. Kinds, spans and normalised forms are those of the labelling
// guide in testdata/README.md.
//
// It opens no file and no connection, knows no study, and never says that a decision or an act exists: a hit is well
// formed or not, no more. The check letter of Austrian file numbers is read and kept, not verified.
package legalref
