package app

import (
	"testing"

	"iucomstudien/internal/study"
)

func TestThePartOfBlindingStaysInFrontInAnotherLanguage(t *testing.T) {
	h := blindedSample(t, study.English)
	h.tapKey("wizard.blinding.part.handing")
	h.shell.Say("Something was said.")
	h.sees(h.shell.words.T("wizard.handing.about"))
	h.shell.SetLanguage(study.German)
	h.settle()
	h.sees(h.shell.words.T("wizard.handing.about"))
}
