package grading_test

import (
	"os"
	"strings"
	"testing"

	"iucomstudien/internal/grading"
)

// TestTheSpecificationNamesEveryWordOfTheLog reads the page that others rely on.
func TestTheSpecificationNamesEveryWordOfTheLog(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range grading.Whats() {
		if !strings.Contains(string(page), "| `"+string(what)+"` |") {
			t.Errorf("%q has no line in FORMAT.md", what)
		}
	}
}
