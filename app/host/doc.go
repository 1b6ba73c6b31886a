// Package host holds what screens and window tell each other: a piece of work for the job bar, and a question that is
// asked before something is done. It draws nothing and knows no word of the study.
package host
