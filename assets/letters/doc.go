// Package letters holds how letters beyond ASCII stand in German and Polish words: what tells one encoding of a text
// from another. Lines that start with "#" are remarks; the first other line names the columns, parted by "|".
package letters

import "embed"

// Files are letters.table (a letter, the one before it, those that follow; «^» and «$» are the ends of a word) and
// words.table (a word a line, in lower case).
//
//go:embed *.table
var Files embed.FS
