package legalref

import "embed"

// Tables holds every *.table file of this directory.
//
//go:embed *.table
var Tables embed.FS
