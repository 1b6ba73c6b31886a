package prompts

import "embed"

// Files are the templates, named after purpose and language ("control.de.tmpl"), the parts they have in common
// (common.tmpl), legal-orders.json (how a legal order
// is called in the sentence that names it) and negations.json (what an alignment may not drop).
//
//go:embed *.tmpl *.json
var Files embed.FS
