// Command iucom-studien is the window of IUCOM Studien. It starts the toolkit's real driver, shows the window,
// opens the database beside it and hands over to package app; everything else is there.
//
// IUCOM_STUDIEN_HOME moves database and documents below a folder, as in the terminal.
package main
