// Package sources finds passages for a legal question: in own documents now, in official databases behind the same
// [Source] later.
//
// A [Library] reads the files of a folder, cuts them into passages and keeps their words in the full-text index of the
// database. Words are folded and cut to their stems by rules that are data (assets/sources), the same for documents and
// questions; citations are indexed beside them in the normal forms of package legalref, so that «§ 1096 Abs 1 ABGB» is
// found however it is written. [Library.Sync] reads what changed since it last ran (size, time, then SHA-256) and forgets
// what is gone; what can't be read is kept with the reason. [Choose] takes from the hits what fits into a request:
// best first, nothing twice, nothing beyond the budget, and says of the rest why it was left out.
//
// The package asks no model and knows no study and no test. Ranking: BM25 as SQLite's FTS5 computes it (Robertson and
// Zaragoza 2009, k1 = 1.2, b = 0.75), citations weighted 2.5. Near-identical: Jaccard index of runs of five words (Broder
// 1997). Measured on the labelled set in testdata/search.json.
package sources
