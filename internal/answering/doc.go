// Package answering asks a model for answers to the question of a test: plainly (the control), or with sources found
// for it (the Reporter), and asks for the alignment of an answer's spelling.
//
// Each request has a fixed wording (assets/prompts) in the language of the study. Every foreign text in it, the question
// too, stands between marks that carry a number which occurs in none of the texts, and can not close them ([Number]). A run of
// the Reporter has two parts: [Reporter.Find] takes search terms from the question by rule and by one request of a
// fixed form, searches and chooses; [Reporter.Answer] asks for the answer from what was found. The [Record] between them
// holds all that was searched, found and left out, with the reason; kept, it makes a run that was stopped go on with the
// very same request.
//
// The package knows no database and no key. Whom it asks, and whether a reply comes from the ledger, is the [Asker]'s
// business; what becomes of a reply is the caller's. Method: study protocol, sections on the conditions and on the
// requests to the AI.
package answering
