package prompts

import "embed"

// Files are the templates, named after purpose and language ("control.de.tmpl"), the parts they have in common
// (common.tmpl), and legal-orders.json (how a legal order is called in the sentence that names it).
//
//go:embed *.tmpl *.json
var Files embed.FS
