// Package studykey is the one list that says which answer hides behind which blind code.
//
// A [Key] is sealed: no way of printing, logging or marshalling it gives its content away, by any verb and from
// inside any other value. Only [Key.Open], [Key.Encode], [Key.CSV] and [Key.Page] give it, [Key.Lock] behind a passphrase, and each is written out where it
// happens. Reviewers receive the [Key.Commitment]: the SHA-256 of a random salt and the canonical form (RFC 8785) of
// the key. It fixes the key before anybody rates, and gives nothing away, since without the salt not even a key with
// two answers can be guessed and tried.
//
// The file key.json is described, with examples, in FORMAT.md, and how it is locked with a passphrase.
//
// The package opens no file and draws no random number: the salt is given in. Only conduct and sqlite may import it.
package studykey
