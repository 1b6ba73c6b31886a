// Package prompts holds the wording of the requests by which models are asked for answers: the plain question of the
// control, the search terms and the answer of the Reporter, the alignment of spelling and style; each in three
// languages, as a template of text/template. How the requests are filled and their replies read stands in
// internal/answering. Wording of control and alignment: study protocol, section on requests to the AI.
package prompts
