// Package secrets keeps the keys of providers: in the operating system's keyring, and where there is none, in a file
// that a passphrase locks. It is the only place where a key may stand on disk: never the database, a log, a report or
// an error.
//
// The file is an age file (age-encryption.org/v1, recipient scrypt) that any age program opens with the passphrase; in
// it stands a JSON object of the format iucom-keys/1. The package knows nothing of what the keys are for, asks nobody
// for a passphrase itself, and writes no file by itself: both are passed in.
//
// Keyring: github.com/zalando/go-keyring. File: filippo.io/age.
package secrets
