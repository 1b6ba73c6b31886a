// Package llm asks language models: providers behind one small interface, with manners and a ledger.
//
// A [Model] sends one request once. A [Desk] stands before the models of a provider: it looks into the ledger before it
// sends, waits and repeats where the provider asks for it, keeps within the rate and the caps, and completes the ledger
// when the reply is in. Rooms that ask (answering, grading, conduct) see no more than Ask.
//
// It is the only room that imports a provider's SDK. It never sees the database or the study key: a model is told
// nothing but its request. No key of a provider gets into a ledger entry, a log, a report or an error.
//
// Shapes, errors, waits and prices follow the providers' public reference as of November 2026; families, capabilities
// and prices are data in assets/llm.
package llm
