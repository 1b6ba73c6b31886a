// Command studyctl is the terminal of IUCOM Studien: the contract that scripts and checks rely on, and the way
// for people who work without a window. Every command calls the same package conduct as the window does.
//
// Results go to standard output, talk and progress to standard error. Exit status: 0 done; 1 refused or failed, with
// one clear line on standard error; 2 wrong usage; 3 stopped and can go on (ratings still missing, cancelled).
//
// --home DIR (or IUCOM_STUDIEN_HOME) moves database and documents below DIR, --json prints one JSON value, and
// --lang en|de|pl chooses the language. It never sees a window toolkit and builds without a C compiler.
package main
