// Package normalise holds the data of the first blinding pass: phrases of chat programs, forms of letters and exam
// covers in German, English and Polish, tokens of assistants, HTML and TeX names, look-alike letters.
//
// Lists are JSON: an entry has the rule it serves, a pattern, a note that says why it is there, and texts that it
// must match ("in") and must not match ("out"). {name} in a pattern stands for the words listed under that name.
// A test runs every example. The package imports nothing but embed.
package normalise

import "embed"

// Files are the data files, named after their purpose and, where they speak one, their language.
//
//go:embed *.json
var Files embed.FS
