// Package protocol writes the study protocol from what is set: hypotheses, cases, target questions, seeds, scales, who
// rates and how it will be analysed. Written before the data are there and kept with its checksum in the study log, it is
// a preregistration; written later it says at its head how much was known by then (STARD 2015, items 5, 28 and 29).
//
// It promises nothing that the program does not know: what only the study lead can say is taken from the items of the
// STARD checklist, or stands there as an open task. Page and Word file say the same.
package protocol
