package folder_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/folder"
)

// again is the home as the next start finds it.
func again(t *testing.T, h folder.Home) folder.Home {
	t.Helper()
	h, err := folder.At(filepath.Dir(h.Data))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// filled is a home with documents.
func filledHome(t *testing.T) (folder.Home, map[string]string) {
	t.Helper()
	h := home(t)
	put(t, filepath.Join(h.Documents, "S1", "T1", "Blind", "question.txt"), "Frage")
	put(t, filepath.Join(h.Documents, "Key", "S1", "key.json"), "{}")
	put(t, filepath.Join(h.Documents, "Kategorien", "Mietrecht", "Łódź.txt"), "§ 33")
	return h, tree(t, h.Documents)
}

func TestDocumentsMoveAsAWholeAndTheNextStartKnows(t *testing.T) {
	for name, move := range map[string]func(folder.Home, context.Context, string) error{
		"on one drive": func(h folder.Home, ctx context.Context, to string) error { return h.MoveDocuments(ctx, to, nil) },
		"to another":   func(h folder.Home, ctx context.Context, to string) error { return h.CopyDocuments(ctx, to, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			h, want := filledHome(t)
			to := folder.InFolder(t.TempDir())
			when := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
			if err := folder.SetTimes(h.Documents, when); err != nil {
				t.Fatal(err)
			}
			if err := move(h, t.Context(), to); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, tree(t, to)); diff != "" {
				t.Errorf("not all has arrived:\n%s", diff)
			}
			if _, err := os.Stat(h.Documents); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the old folder is still there: %v", err)
			}
			next := again(t, h)
			if next.Documents != to || !next.Chosen() || next.Data != h.Data || next.Missing() {
				t.Errorf("the next start finds %+v", next)
			}
			info, err := os.Stat(filepath.Join(to, "Key", "S1", "key.json"))
			if err != nil || !info.ModTime().Equal(when) {
				t.Errorf("the time of a file is lost: %v, %v", info.ModTime(), err)
			}
			if err := move(next, t.Context(), next.Usual); err != nil {
				t.Fatal(err)
			}
			if back := again(t, h); back.Chosen() || back.Documents != h.Documents {
				t.Errorf("the way back leads to %+v", back)
			}
		})
	}
}

func TestAStoppedMoveLeavesEverythingWhereItWas(t *testing.T) {
	h, want := filledHome(t)
	parent := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	err := h.CopyDocuments(ctx, folder.InFolder(parent), func(done, _ int) {
		if done == 2 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(want, tree(t, h.Documents)); diff != "" {
		t.Errorf("something is gone:\n%s", diff)
	}
	if entries, err := os.ReadDir(parent); err != nil || len(entries) > 0 {
		t.Errorf("something is left at the new place: %v, %v", entries, err)
	}
	if again(t, h).Chosen() {
		t.Error("the next start looks elsewhere")
	}
}

func TestFoldersIntoWhichDocumentsCanNotGo(t *testing.T) {
	h, _ := filledHome(t)
	file := filepath.Join(t.TempDir(), "file")
	put(t, file, "x")
	for id, dir := range map[string]string{
		"folder.same-place":          h.Documents,
		"folder.inside-itself":       filepath.Join(h.Documents, "S1"),
		"folder.beside-the-database": filepath.Join(h.Data, "IUCOM Studien"),
		"folder.name-taken":          filepath.Join(file, "IUCOM Studien"),
	} {
		_, err := h.CheckDocuments(dir)
		wantProblem(t, err, id)
	}
	_, err := h.CheckDocuments(filepath.Dir(h.Documents))
	wantProblem(t, err, "folder.inside-itself")

	free := filepath.Join(t.TempDir(), "free")
	if occupied, err := h.CheckDocuments(free); occupied || err != nil {
		t.Errorf("a new folder: %v, %v", occupied, err)
	}
	if _, err := os.Stat(free); !errors.Is(err, os.ErrNotExist) {
		t.Error("looking has made the folder")
	}
	taken := t.TempDir()
	put(t, filepath.Join(taken, "letter.txt"), "x")
	if occupied, err := h.CheckDocuments(taken); !occupied || err != nil {
		t.Errorf("a folder with a letter: %v, %v", occupied, err)
	}
	wantProblem(t, h.MoveDocuments(t.Context(), taken, nil), "folder.not-empty")
}

func TestAChoiceThatCanNotBeReadIsSaidAndNotGuessed(t *testing.T) {
	h := home(t)
	for _, text := range []string{"", "{", `{"format":"iucom-folders/9","documents":"/x"}`, `{"format":"iucom-folders/1","documents":"x"}`} {
		put(t, filepath.Join(h.Data, "folders.json"), text)
		_, err := folder.At(filepath.Dir(h.Data))
		wantProblem(t, err, "folder.choice-unreadable")
	}
}

func TestAChosenFolderThatIsGoneIsMissing(t *testing.T) {
	h := home(t)
	if h.Missing() {
		t.Error("the usual folder, not made yet, is called missing")
	}
	if err := h.ChooseDocuments(filepath.Join(t.TempDir(), "drive", "IUCOM Studien")); err != nil {
		t.Fatal(err)
	}
	if !again(t, h).Missing() {
		t.Error("nobody would see that the drive is not there")
	}
}

func TestWhatStandsInAFolderIsCounted(t *testing.T) {
	h, _ := filledHome(t)
	if got, err := folder.LoadOf(t.Context(), h.Documents); err != nil || got.Files != 3 || got.Bytes != 12 {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := folder.LoadOf(t.Context(), filepath.Join(h.Documents, "none")); err != nil || got.Files != 0 {
		t.Errorf("no folder: %+v, %v", got, err)
	}
}
