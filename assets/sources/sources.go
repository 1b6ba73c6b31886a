package sources

import "embed"

// Files holds words.json.
//
//go:embed words.json
var Files embed.FS
