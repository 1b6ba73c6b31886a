// Package pseudonymise holds the word lists and rules of the second blinding pass as plain text files.
//
// rules/*.txt are lists under a key ("key = entry, entry"; a line that begins with a blank goes on; # begins a
// comment). names/*.txt are first names with their gender, words/*.txt common words that look like names. The
// origin of each list stands at its head and, where a licence asks for it, in a LICENSE file beside it.
//
// Adding a name or a word is adding a line here; the reader is internal/blinding/pseudonymise.
package pseudonymise

import "embed"

// Files are the lists, by their path below this folder.
//
//go:embed names words rules
var Files embed.FS
