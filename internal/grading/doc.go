// Package grading asks an AI to grade the blinded answers of a test and reads its reply.
//
// [Request] writes the request in the study's language: the case, the coded answers in blind order, the gold
// standard where the test uses one, the two catalogues and the exact form of the reply. Every foreign text stands
// between marks that carry a random number ([NewNonce]) and can not close them.
//
// [Parse] reads the reply, a live one and a recorded one alike. It reads nothing but the machine blocks that carry
// that number: a code or a grade is never taken from prose, nothing is guessed, and what was not returned stays
// absent with its reason. What was read against the letter of the grammar is logged as lenient, what a rule of the
// grading system changed is logged as corrected, with both values. System A is computed here ([Systems.Level]);
// the grader never states it.
//
// Two smaller requests have a grammar of their own, a single block each: [ReferenceRequest] has the reference of the
// target question read from the expert documents, with a proof that is looked for verbatim in the document;
// [RetrievalRequest] has the search of a Reporter run evaluated, after grading. [Scan] finds passages by which an
// answer tries to talk to its grader, also behind invisible and look-alike characters; they stay and are graded.
// [SpreadOf] and [SelfPreference] tell how far repeated gradings lie apart and whether a grader prefers its family;
// the latter gets plain values from package conduct after unblinding.
//
// The room sees blinded answers only. It knows no origin, no key and no database, and it sends nothing: the models
// stand in package llm. Method: study protocol, sections on AI grading and on the two grading systems; the names and
// descriptors of the catalogues are data (assets/grading), since only their effects and weights are given there.
package grading
