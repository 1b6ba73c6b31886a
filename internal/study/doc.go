// Package study is the vocabulary of the house: what a study, a case, a test, an answer, an origin, a
// code and a rating are, and the rules about them that need no file, no clock and no network.
//
// Every other room speaks in these words. The package opens nothing and imports nothing but the standard
// library, so that a rule about the vocabulary can be read, and tested, in one place.
//
// Two shapes are shared by all rooms. [Maybe] is a value or the reason why there is none, so that a gap can
// never turn into a grade. [Problem] is a fault that a person can mend: it carries the name of a sentence and
// its facts, and is put into words only where a person reads it.
//
// The vocabulary follows the study protocol; the scales follow the reviewer's sheet (legal opinion catalogue,
// university grid with «blocked» as fifth rank).
package study
