// Package evaluation makes the figures of one test: from the ratings of people and of the AI grader, and from the
// conditions of the answers once the key is open, to agreement, blinding, rates, levels and readings.
//
// It decides which statistic answers which question, and no more: every statistic is computed by package stats, every
// word about it is said by the report. It opens nothing, asks no clock and keeps nothing. It doesn't decide whether
// an answer takes part; it gets the codes that do.
//
// Rules (study protocol; reporting practice in Krippendorff, Content Analysis, 4th ed. 2019, ch. 12):
//
//   - Krippendorff's alpha for the category (nominal), the agreement with the gold standard and the grade (interval),
//     and the university grid (ordinal, «blocked» as its worst rank; once more without answers that anybody
//     blocked, since these dominate ordinal disagreement). People alone, and people with the AI grader.
//   - Cohen's kappa of the category for the AI grader against each person and for each pair of people.
//   - Blinding: right guesses against chance by the exact binomial test, with the chance of a right guess from the
//     shares of true and guessed origins; no conclusion below eight guesses.
//   - Rates of hallucinated sources and facts: (E+F)/N_S and T/N_T, with numerator and denominator; pooled by
//     condition as the sum over the sum, and beside it the mean of the answers' rates.
//   - Reading of the target question: the word that most people gave, a tie is indeterminate; without people the
//     AI grader's.
//
// A gap is never a grade: whatever can not be computed is a figure without a number and with its reason.
package evaluation
