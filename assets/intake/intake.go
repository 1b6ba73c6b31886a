package intake

import "embed"

// Files holds headings.json, words.json and exports.json.
//
//go:embed *.json
var Files embed.FS
