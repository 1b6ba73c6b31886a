// Package grading holds the data of AI grading: the two grading systems, the words of the reply, the wording of the
// requests in three languages and the phrases by which an answer tries to talk to its grader.
package grading

import "embed"

// Files are the data files: grading-systems.json (systems A and B; names and descriptors are the project's own
// reconstruction, so that a study lead can replace them), reply-words.json, injection.json and the templates of the
// requests, named after their purpose and language.
//
//go:embed *.json *.tmpl
var Files embed.FS
