package conduct_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestAStatisticianCanRecomputeTheSampleStudyInR runs the script that is written beside the report.
func TestAStatisticianCanRecomputeTheSampleStudyInR(t *testing.T) {
	_, d := ran(t, t.TempDir())
	script := filepath.Join(d.Report.Folder, "analysis.R")
	for _, name := range []string{"ratings.csv", "figures.csv", "analysis.R"} {
		if info, err := os.Stat(filepath.Join(d.Report.Folder, name)); err != nil || info.Size() == 0 {
			t.Fatalf("%s: %v", name, err)
		}
	}
	r, err := exec.LookPath("Rscript")
	if err != nil {
		t.Log("R is not installed here: the figures were not compared")
		return
	}
	if out, err := exec.CommandContext(t.Context(), r, "--vanilla", script).CombinedOutput(); err != nil {
		t.Errorf("R does not agree: %v\n%s", err, out)
	}
}
