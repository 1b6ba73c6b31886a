package grading

import (
	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// Entry is one line of the log of a reading.
type Entry struct {
	Code  study.Code // "" when the whole reply is meant
	Field string     // machine name of the field: sources, facts, bars … or an identifier: K2; "" for none
	What  What
	From  string // as returned
	To    string // as it is kept
}

// What is what a line of the log says: a machine word whose sentence stands under "grading.log."+What.
type What string

// Refused or ignored, and remarked.
const (
	LogBlockForeign       What = "block-foreign"        // another number than this request's, or none: copied from an answer or made up; ignored
	LogCodeNotIssued      What = "code-not-issued"      // a block for a code that this request did not issue; ignored
	LogEndMarkForeign     What = "end-mark-foreign"     // an end mark that is not this request's; ignored
	LogBlockNotClosed     What = "block-not-closed"     // the block's own end mark is missing; the block is not usable
	LogBlockRepeated      What = "block-repeated"       // a second block for the same code; equal values count, different ones do not
	LogBlockInDoubt       What = "block-in-doubt"       // the reply ended early, so the last block does not count
	LogTruncated          What = "truncated"            // the provider said that the reply ended early
	LogLineNotUnderstood  What = "line-not-understood"  // a line of a block that is none of the grammar; ignored
	LogNotAsked           What = "not-asked"            // a field that this test does not ask for; ignored
	LogValueRefused       What = "value-refused"        // a range, two values, a word or number off the scale; the field stays empty
	LogFractionRefused    What = "fraction-refused"     // a fraction below one where a percentage is asked
	LogCountsNotUsable    What = "counts-not-usable"    // more bad items than items; the counts stay empty
	LogIdentifierUnknown  What = "identifier-unknown"   // an identifier that the catalogue does not have
	LogGivenTwice         What = "given-twice"          // two different values for one field; neither counts
	LogQuotationNotClosed What = "quotation-not-closed" // a quotation mark of a departure is missing
	LogMarkWithWords      What = "mark-with-words"      // the mark of a block with words beside it; it begins and ends nothing
)

// Read although not written to the letter of the grammar.
const (
	LogQuotationInside  What = "quotation-inside"  // quotation marks inside a text of a departure
	LogCodeFence        What = "code-fence"        // marks of a code block around the machine blocks
	LogMarkDecorated    What = "mark-decorated"    // marks of emphasis round the mark of a block
	LogKeywordDecorated What = "keyword-decorated" // marks of emphasis round a keyword
	LogKeywordSpelling  What = "keyword-spelling"  // a keyword in another spelling
	LogValueSpelling    What = "value-spelling"    // a value in another spelling or language
	LogNumberSpelling   What = "number-spelling"   // a percentage with decimals or quotation marks
	LogCommaList        What = "comma-list"        // a list separated by commas
	LogBlanks           What = "blanks"            // blanks round an equals sign
	LogSpaces           What = "spaces"            // full-width, non-breaking or thin spaces
	LogFullWidth        What = "full-width"        // full-width signs, or letters with their accents apart
	LogQuotationMarks   What = "quotation-marks"   // other quotation marks than the straight ones round a text
	LogReplyQuoted      What = "reply-quoted"      // every line of the reply stood behind a mark of quotation
)

// Corrected by a rule of the grading system.
const (
	LogBarByCounts     What = "bar-by-counts"     // a bar set to what the counts say
	LogBlockedByCounts What = "blocked-by-counts" // blocked, since an invented source was counted
)

// Kept as returned, for a person to look at.
const (
	LogBlockedWithoutInventedSource What = "blocked-without-invented-source" // blocked, although no invented source was counted
	LogCriterionNotApplicable       What = "criterion-not-applicable"        // a quality criterion marked as not applicable: its weight is left out
	LogCriterionWithoutReason       What = "criterion-without-reason"        // not applicable, and no line HINWEIS says why: system A is incomplete
	LogCorrectWithWrongSources      What = "correct-with-wrong-sources"      // «correct» although sources are invented or miscited
	LogCorrectWithLowAgreement      What = "correct-with-low-agreement"      // «correct» although agreement is below 50
	LogOverallOutsideSubLevels      What = "overall-outside-sub-levels"      // the overall level lies outside its sub-levels
	LogDeparturesWithoutEvidence    What = "departures-without-evidence"     // departures without a decisive passage
	LogNoDifferentiation            What = "no-differentiation"              // all answers got the same verdict
)

// Of the reading of the reference and of the evaluation of a search.
const (
	LogDocumentsDisagree What = "documents-disagree" // a reference although a document says the opposite: the study lead decides
	LogProofNotVerbatim  What = "proof-not-verbatim" // the proof does not stand in the document that says so
	LogProofTooLong      What = "proof-too-long"     // the proof is longer than asked
	LogHitIrrelevant     What = "hit-irrelevant"     // a key source is said to be one that was rated irrelevant
	LogCausesMiscounted  What = "causes-miscounted"  // another number of causes than of departures
)

// Whats lists every word of the log.
func Whats() []What {
	return []What{
		LogBlockForeign,
		LogCodeNotIssued,
		LogEndMarkForeign,
		LogBlockNotClosed,
		LogBlockRepeated,
		LogBlockInDoubt,
		LogTruncated,
		LogLineNotUnderstood,
		LogNotAsked,
		LogValueRefused,
		LogFractionRefused,
		LogCountsNotUsable,
		LogIdentifierUnknown,
		LogGivenTwice,
		LogQuotationNotClosed,
		LogMarkWithWords,
		LogQuotationInside,
		LogCodeFence,
		LogMarkDecorated,
		LogKeywordDecorated,
		LogKeywordSpelling,
		LogValueSpelling,
		LogNumberSpelling,
		LogCommaList,
		LogBlanks,
		LogSpaces,
		LogFullWidth,
		LogQuotationMarks,
		LogReplyQuoted,
		LogBarByCounts,
		LogBlockedByCounts,
		LogBlockedWithoutInventedSource,
		LogCriterionNotApplicable,
		LogCriterionWithoutReason,
		LogCorrectWithWrongSources,
		LogCorrectWithLowAgreement,
		LogOverallOutsideSubLevels,
		LogDeparturesWithoutEvidence,
		LogNoDifferentiation,
		LogDocumentsDisagree,
		LogProofNotVerbatim,
		LogProofTooLong,
		LogHitIrrelevant,
		LogCausesMiscounted,
	}
}

// Say says the entry in a person's language.
func (e Entry) Say(cat *lang.Catalogue) string {
	text := cat.T("grading.log."+string(e.What), "field", say(cat, "grading.field.", e.Field),
		"from", say(cat, e.words(), e.From), "to", say(cat, e.words(), e.To))
	if e.Code == "" {
		return text
	}
	return cat.T("grading.log.place", "code", string(e.Code), "text", text)
}

// words is where the words of the entry's values stand.
func (e Entry) words() string {
	if e.Field == fieldGrid {
		return "grid."
	}
	return "grading.bar."
}

// say is the word for a machine value, or the value itself where it has none.
func say(cat *lang.Catalogue, prefix, value string) string {
	if value == "" {
		return "–"
	}
	if cat.Has(prefix + value) {
		return cat.T(prefix + value)
	}
	return value
}
