// Package results shows what an unblinded test came to: the findings in the words of the printed report, a bar a
// condition, every rater's verdict an answer, agreement, blinding, charts, and what can be done next. It also shows the
// checklist of STARD with what the study lead writes in it, and what reviewers agree on where they differ.
//
// It computes nothing; figures, sentences and drawings come from the conduct.
package results
