// Package conduct is the conduct of a study: which step follows which, what a step waits for, how a test is resumed
// after a stop, and how it is unblinded. Window and terminal call this package and nothing below it for what a study
// does; so both do the same.
//
// A test goes through a table of steps ([Steps]): each tells whether it is done, whether it may run and if not why, and
// runs. What a person has to bring (answers, ratings) is waited for, never guessed. A step that was stopped leaves
// what is finished and goes on from there.
//
// Together with the database it is the only room that may open the study key. Everything that leaves it towards
// raters is a study.BlindedAnswer. It draws no window, speaks to no network and contains no statistics: figures come
// from package evaluation. The order of steps follows the study protocol: origin is fixed before blinding, the key
// is closed until all ratings are in, and every step is in the study log.
package conduct
