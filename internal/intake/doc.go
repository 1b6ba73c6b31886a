// Package intake turns what a person brings into answers with their origin: a document into one, a table into one a
// row, an export of a provider or an app into all it holds.
//
// [Read] looks at the content and gives a [Preview]: what was understood, what may be used, what has to be asked and what is turned
// down, each with its place. It stores nothing and asks nobody; the window and the terminal show the preview and take over
// what the person confirms.
//
// Three rules are kept here and nowhere else. A person's answer is usable only with a clear yes to consent. Names do not
// belong in the ID: an ID that looks like a name is refused and not repeated. Only the visible text is an answer: thoughts, tool calls
// and citation marks stay out, and an answer that is empty, blocked, refused or cut off is recorded as that and never graded as
// an answer.
//
// The words by which headings, origins and fields are known are data (assets/intake). Shapes of exports: documentation and
// observed files of the providers, state of November 2026; an import needs no provider's SDK, since their types drop what they do not
// know. The package may not reach the network or a database, and it changes nothing about a text but its line
// ends.
package intake
