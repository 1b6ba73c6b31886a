package llm

import "embed"

// Files holds providers.json, faults.json, families.json and prices.json.
//
//go:embed *.json
var Files embed.FS
