// Package results shows what an unblinded test came to: the findings in the words of the printed report, a bar a
// condition, and every rater's verdict an answer. It computes nothing; figures and sentences come from the conduct.
package results
