package translations

import "embed"

// Files are the translation files, named after their language.
//
//go:embed *.json
var Files embed.FS
