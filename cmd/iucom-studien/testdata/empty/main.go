// Command empty is the least window that the toolkit can show: what the program's start and memory are measured by.
package main

import (
	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/widget"
)

func main() {
	a := fyneapp.NewWithID("at.iucom.empty")
	w := a.NewWindow("Empty")
	w.SetContent(widget.NewLabel("Empty"))
	w.Resize(fyne.NewSize(1180, 760)) // as the program at its first start
	w.ShowAndRun()
}
