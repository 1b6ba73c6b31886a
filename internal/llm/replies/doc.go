// Package replies reads what providers of language models send back: the raw bodies of replies, of faults and of lists
// of models. It sends nothing and knows no SDK, so that its readers can be tested with hostile bytes by themselves; the
// SDKs' own types drop what they do not know and take a list of chunks for a text.
//
// What a reply says of its tokens is brought to one measure: input and output are the whole, with every provider.
// Shapes follow the providers' public reference as of November 2026.
package replies
