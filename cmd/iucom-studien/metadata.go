package main

import "fyne.io/fyne/v2"

// metadata is what the toolkit knows of the program: under its ID preferences are kept. A packager reads the same from
// FyneApp.toml; a test compares both.
var metadata = fyne.AppMetadata{
	ID:      "at.iucom.studien",
	Name:    "IUCOM Studien",
	Version: "0.1.0",
	Build:   1,
}
