// Package methods writes the paragraph on methods for a paper, with the figures of the study filled in, as plain text and
// as LaTeX, and the list of the sources of the methods that it names.
//
// It says what was done in this study and no more: a method that was not used is not named, and what is not known is said
// to be not known. The sources are those of the program's own figures.
package methods
