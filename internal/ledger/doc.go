// Package ledger is the record of paid requests to AI models: what a request is, by what it is known again, and which
// states it goes through.
//
// An entry is written before its request is sent and completed when the reply is in, so that a program killed at any
// moment neither pays twice nor forgets that it may have paid. A request that was sent and has no reply is open, and
// is never sent again by itself: a person decides. A failure is kept as such, never as an answer.
//
// Requests may be sent together in a batch ([Batch]). They are open while it runs, and nobody has to decide about them: their
// replies are fetched by the batch's ID at any later start.
//
// What a request costs is said by a line of a price list ([Price]), in whole millionths of a currency's unit; what no line
// tells is unknown, never nothing.
//
// The package has no database and no network: package sqlite keeps entries, package llm asks. Keys of providers have no
// field here and so can't get into an entry.
package ledger
