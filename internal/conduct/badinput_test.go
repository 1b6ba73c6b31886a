package conduct_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// state is what must not change when something is refused.
type state struct {
	answers, gold, entries int
	test                   study.State
}

func stateOf(t *testing.T, c *conduct.Conduct, ref conduct.Ref) state {
	t.Helper()
	ctx := context.Background()
	answers, err := c.Answers(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	gold, err := c.Gold(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	log, err := c.Log(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	x, err := c.Test(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	return state{len(answers), len(gold), len(log), x.State}
}

// importFiles does what window and terminal do with files: load, preview, import.
func importFiles(ctx context.Context, c *conduct.Conduct, ref conduct.Ref, paths ...string) error {
	files, err := conduct.LoadFiles(ctx, paths)
	if err != nil {
		return err
	}
	p, err := c.PreviewAnswers(ctx, ref, files, conduct.Hint{Condition: study.OtherAI})
	if err != nil {
		return err
	}
	done, err := c.ImportAnswers(ctx, ref, p)
	if err != nil {
		return err
	}
	return study.JoinProblems(done.Refused)
}

func TestBadFilesAreNamedWithAReasonAndChangeNothing(t *testing.T) {
	for name, c := range map[string]struct {
		file    string
		content string
		problem string
	}{
		"an empty file":                {"empty.txt", "", "file.empty"},
		"blanks only":                  {"blank.txt", " \n\t\n", "file.empty"},
		"a docx of 0 bytes":            {"zero.docx", "", "file.empty"},
		"a text with a NUL byte":       {"binary.txt", "The notice\x00 is void.", "file.binary"},
		"a table without a heading":    {"rows.csv", "The notice is void;student;T01;yes\nIt is not;student;T02;yes\n", "intake.no-answer-column"},
		"an answer longer than 1 MB":   {"long.txt", strings.Repeat("The notice is void. ", 60_000), "intake.answer-too-large"},
		"an archive cut off":           {"cut.docx", "PK\x03\x04 and no more", "file.broken"},
		"a kind of file nobody knows":  {"sound.mp3", "ID3\x04\x00\x00\x00\x00", "file.unknown-format"},
		"JSON that ends in the middle": {"cut.json", `{"choices":[{"message":`, "intake.truncated-json"},
	} {
		t.Run(name, func(t *testing.T) {
			cd, ctx := open(t, t.TempDir()), context.Background()
			ref := collecting(t, cd)
			before := stateOf(t, cd, ref)
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
			err := importFiles(ctx, cd, ref, path)
			if len(study.Problems(err)) == 0 {
				t.Fatalf("got %v", err)
			}
			wantProblem(t, err, study.Problems(err)[0].ID)
			if got := study.Problems(err)[0]; got.ID != c.problem || got.File != c.file {
				t.Errorf("got %v, want %s in %s", got, c.problem, c.file)
			}
			if after := stateOf(t, cd, ref); after.answers != before.answers || after.test != before.test {
				t.Errorf("before %+v, after %+v", before, after)
			}
		})
	}
}

func TestAFolderIsNoFile(t *testing.T) {
	cd, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, cd)
	before := stateOf(t, cd, ref)
	wantProblem(t, importFiles(ctx, cd, ref, t.TempDir()), "folder.is-directory")
	wantProblem(t, importFiles(ctx, cd, ref, filepath.Join(t.TempDir(), "nowhere.txt")), "folder.not-found")
	if after := stateOf(t, cd, ref); after != before {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

func TestOneUnreadableFileOfManyImportsNone(t *testing.T) {
	cd, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, cd)
	good := filepath.Join(t.TempDir(), "good.txt")
	if err := os.WriteFile(good, []byte("The notice is void."), 0o600); err != nil {
		t.Fatal(err)
	}
	before := stateOf(t, cd, ref)
	wantProblem(t, importFiles(ctx, cd, ref, good, t.TempDir()), "folder.is-directory")
	if after := stateOf(t, cd, ref); after != before {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

func TestTheSameFileTwiceIsNoticed(t *testing.T) {
	cd, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, cd)
	dir := t.TempDir()
	for _, name := range []string{"one.txt", "copy.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("The notice is void."), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := importFiles(ctx, cd, ref, filepath.Join(dir, "one.txt"), filepath.Join(dir, "copy.txt"))
	wantProblem(t, err, "intake.same-file")
	wantProblem(t, importFiles(ctx, cd, ref, filepath.Join(dir, "copy.txt")), "intake.same-file")
	if after := stateOf(t, cd, ref); after.answers != 1 {
		t.Errorf("%d answers", after.answers)
	}
}

func TestASheetOfAnotherStudyIsRefused(t *testing.T) {
	cd, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, cd)
	withAnswers(t, cd, ref)
	wantProblem(t, cd.Run(ctx, ref, job.Silent), "conduct.no-ratings")
	before := stateOf(t, cd, ref)
	data, err := os.ReadFile(filepath.Join(sampleDir, "ratings", "Bewertung_DEMO-MIETE-01_R01.csv"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = cd.PreviewRatings(ctx, ref, []conduct.File{{Name: "R01.csv", Data: data}})
	wantProblem(t, err, "ratings.other-study")
	if after := stateOf(t, cd, ref); after != before {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

func TestOneBadSheetOfManyImportsNone(t *testing.T) {
	cd, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, cd)
	withAnswers(t, cd, ref)
	wantProblem(t, cd.Run(ctx, ref, job.Silent), "conduct.no-ratings")
	sheet := func(who string) conduct.File {
		return conduct.File{Name: who + ".csv", Data: []byte("# Study,Tenancy-2026\n# Reviewer," + who + "\nCode,Grade 1–5\nX,1\nY,2\n")}
	}
	_, err := cd.PreviewRatings(ctx, ref, []conduct.File{sheet("R01"), {Name: "letter.csv", Data: []byte("Dear all,\nhere are\n")}})
	wantProblem(t, err, "ratings.no-code-column")
	_, err = cd.PreviewRatings(ctx, ref, []conduct.File{sheet("R01"), sheet("R01")})
	wantProblem(t, err, "ratings.reviewer-twice")
	preview, err := cd.PreviewRatings(ctx, ref, []conduct.File{sheet("R01")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cd.ImportRatings(ctx, ref, preview, false); err != nil {
		t.Fatal(err)
	}
	_, err = cd.ImportRatings(ctx, ref, preview, false)
	wantProblem(t, err, "ratings.reviewer-exists")
	if _, err := cd.ImportRatings(ctx, ref, preview, true); err != nil {
		t.Errorf("a sheet could not be replaced: %v", err)
	}
}

func TestTwoProgramsOnOneDatabase(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	home, err := folder.At(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conduct.Open(context.Background(), conduct.Config{Home: home})
	wantProblem(t, err, "store.in-use")
}

func TestAPlaceNothingCanBeWrittenTo(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	home, err := folder.At(filepath.Join(file, "below"))
	if err == nil {
		_, err = conduct.Open(context.Background(), conduct.Config{Home: home})
	}
	if len(study.Problems(err)) == 0 {
		t.Fatalf("got %v", err)
	}
	wantProblem(t, err, study.Problems(err)[0].ID)
}
