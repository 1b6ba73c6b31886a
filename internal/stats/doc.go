// Package stats turns numbers into figures: agreement, accuracy, blinding, intervals, tests and sample sizes.
//
// It knows numbers only. What a rating, an answer or a question is, is decided elsewhere; here there are levels,
// units, raters and counts. It opens no file, asks no clock, and imports no other room.
//
// Most callers need [FromRatings] with [Alpha] or [AlphaBootstrap], [Proportion], [TwoByTwo.Figures], [TestGuesses],
// and [Order] for the blinded order. [Stage] runs one statistic alone from JSON, against which the reference values in
// testdata are checked.
//
// Every public result is a [Figure]: a number, or the reason why there is none, together with what it was computed
// from, how, and after which paper. A value that the formula doesn't define is a [Reason], never 0, 1, NaN or an
// infinity, and encoding/json meets none of these.
//
// Guarantees: counts are int64 and are added up before anything is divided, so that the order of units, of raters
// and of rows changes no figure; a random figure depends on its seed and never on the number of processors; the
// point value and its interval come from the same data in the same orientation.
// Not guaranteed: that a coefficient is the right one for a study. That is chosen before the first sheet is opened.
//
// Methods:
//
//   - Krippendorff's alpha: Krippendorff, Content Analysis (4th ed. 2019), ch. 12; intervals by resampling units,
//     Zapf, Castell, Morawietz, Karch (2016), and, for comparison only, Hayes and Krippendorff (2007).
//   - Kappa: Cohen (1960, 1968), standard error Fleiss, Cohen, Everitt (1969). Many raters: Fleiss (1971), Gwet,
//     Handbook of Inter-Rater Reliability (4th ed. 2014). Intraclass correlation: Shrout and Fleiss (1979).
//   - Proportions: Wilson (1927), Newcombe (1998), Clopper and Pearson (1934).
//   - Blinding: James et al. (1996), Bang, Ni, Davis (2004), the exact binomial test of the study
//     protocol, and the permutation of origins within questions: exact, or with random deals (Phipson, Smyth 2010).
//   - Paired tests: McNemar (1947) with mid-p (Fagerland, Lydersen, Laake 2013), Cochran (1950), Wilcoxon (1945),
//     Pratt (1959), Friedman (1937), Holm (1979), Benjamini and Hochberg (1995).
//   - Judge models: Calderon, Reichart, Dror (2025), The Alternative Annotator Test for LLM-as-a-Judge.
//   - Blinded order: the subtractive generator of Knuth, The Art of Computer Programming, vol. 2, 3.2.2, as the
//     .NET Framework has it, and the shuffle of Durstenfeld (1964).
//
// No Go library has the agreement measures; gonum gives the distributions (normal, t, F, chi-square, beta). Its binomial
// tail and its binomial random numbers are not exact enough for what is promised here and are done anew.
package stats
