package wizard

// NewTest begins another test of the study, of another case or of the same one from the archive.
func (w *Wizard) NewTest() { w.newTest() }
