// Package normalise is the first blinding pass: it takes from an answer what gives its origin away by form, and
// leaves the legal text alone.
//
// Typography becomes ASCII, Markdown and HTML become plain paragraphs, reasoning blocks, source tokens, letterheads,
// salutations, page numbers, and the openers, disclaimers and offers of chat programs go. Nothing is rewritten,
// shortened, corrected or reordered. When a rule is unsure it keeps the text and raises a [Flag]: a tell that
// survives costs a little blinding, a lost citation spoils the study.
//
// The rules (C1-C8, R1-R2, M1-M11, S1-S5, L1-L10, P1-P5, W1-W4), their order and their guards are those of the
// study's blinding rules, sections 1 to 4. Every answer goes through all of them, whatever its origin; no rule
// looks at it. Phrase lists and tables are data under assets/blinding/normalise.
//
// Each rule turns the current text into edits; a [draft] composes the edits of all rules into one script from the
// original to the output, so that every change can be taken back with [Undo]. The rules are applied until the text
// no longer changes: normalising an output again changes nothing and logs nothing.
//
// The package opens no file and no connection, knows no persons (that is the second pass) and does not import the
// rooms that know an origin.
package normalise
