package conduct_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// TestNamesInAnswersToPractiseOnArePlaceholdersToo has one person in an answer and in a practice text, and one in the latter alone.
func TestNamesInAnswersToPractiseOnArePlaceholdersToo(t *testing.T) {
	c, ctx := open(t, t.TempDir()), t.Context()
	ref := collecting(t, c)
	person := func(id string) conduct.Hint {
		return conduct.Hint{Condition: study.Student, Origin: study.Origin{Participant: id, Consent: study.ConsentGiven}}
	}
	bring(t, c, ref, "a.txt", "Mr Peter Nowak may rely on § 33 of the Act. The notice is void.", person("T01"))
	bring(t, c, ref, "b.txt", "The notice is valid under § 34 of the Act.", person("T02"))
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	h, err := c.HandOutTo(ctx, ref, conduct.HandOutOptions{Calibration: []conduct.File{{Name: "p.txt",
		Data: []byte("Mr Peter Nowak wins, and Mrs Anna Huber pays under § 35 of the Act.")}}}, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	var text string
	err = filepath.WalkDir(h.Folder, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".txt" {
			data, readErr := os.ReadFile(path)
			text, err = text+string(data), readErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text, "Mr [PERSON-1] wins, and Mrs [PERSON-2] pays") {
		t.Errorf("reviewers practise with a name or another number:\n%s", text)
	}
}
