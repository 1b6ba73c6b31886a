// Package app is the shell of the window: the main window with its start page, navigation, the bar of the running job,
// messages, and files dropped anywhere. The screens stand in its sub-packages: wizard (the seven steps of a test),
// results, settings, and widgets, which know no word of the study.
//
// The shell talks to package conduct only: no SQL, no file formats, no statistics. Everything a widget is told happens
// on the window's goroutine; work runs elsewhere and comes back through one function that is passed in, so that tests can
// run a whole study without a display. Starting the real driver is left to cmd/iucom-studien.
package app
