// Package app is the shell of the window: the main window with its start page, archive of cases, menu and list of keys, the
// bar of the running job, messages, questions, and files dropped anywhere. The screens stand in its sub-packages: wizard (the seven steps of a
// test), results, settings; widgets, which know no word of the study; and host, what screens and window tell each other.
//
// The shell talks to package conduct only: no SQL, no file formats, no statistics. Everything a widget is told happens
// on the window's goroutine; work runs elsewhere as a job, one at a time, and comes back through one function that is
// passed in, so that tests can run a whole study without a display. A fault of the program within a job becomes a message
// like any other. Starting the real driver is left to cmd/iucom-studien.
//
// Whoever can not use a mouse reaches everything with Tab, Enter, Escape and the keys of the menu; whoever can not tell
// colours apart reads a word beside each. Tests walk through every screen for both, in every language.
package app
