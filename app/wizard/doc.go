// Package wizard walks a study lead through the seven steps of a test: what is there, case, gold standard, answers,
// blinding, STARD, overview and start. Left stand the steps with their states, right one page a step.
//
// A page asks the conduct for what it shows and tells it what the person decided; it holds no rule of its own. What
// takes longer than a blink runs as a job of the window. Files with answers or ratings are shown as they were understood
// before anything is taken over, and what was typed and not kept outlives the page ([Draft]). The package opens no file
// and knows no format: the window reads files and hands them over.
package wizard
