// Package sources holds the rules by which words of documents and questions are made comparable for the full-text
// search: which letters are folded, which endings are cut off, which words carry no meaning, which one tells a
// language. The search itself stands in internal/sources.
package sources
