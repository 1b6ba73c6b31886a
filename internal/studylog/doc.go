// Package studylog is the record of what was done in a study and when: a chain in which every entry carries the hash
// of the one before.
//
// Whoever holds a log can check it with nothing but the log itself: [Check] finds an entry that was changed, taken
// out, put in or moved, and [Decode] besides a file that ends early or was written over by another program. What no
// chain can show is that someone with the whole file computed all of it anew; therefore the hash of the last entry
// ([Head]) is printed in every report, outside the file.
//
// The hash is SHA-256 over the canonical form of RFC 8785 (JSON Canonicalization Scheme) of all fields but the hash.
// The file is described, with examples, in FORMAT.md.
//
// The package knows no database and no clock, and decides nothing about what is worth an entry. Texts of answers and
// names of persons have no place in an entry: a log outlives the withdrawal of an answer.
package studylog
