package conduct_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/study"
)

func TestReloadingTakesInWhatLiesInTheFolderAndTellsWhatIsGone(t *testing.T) {
	c, ref, dir := measured(t)
	ctx := context.Background()
	docs, err := c.Gold(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"third.txt": "A third opinion.", docs[0].Name: "Written anew.", ".hidden.txt": "x", "~$third.txt": "a lock"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, docs[1].Name)); err != nil {
		t.Fatal(err)
	}
	got, err := c.ReloadGold(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	want := conduct.ReloadedGold{Added: []string{"third.txt"}, Changed: []string{docs[0].Name}, Missing: []string{docs[1].Name}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	after, err := c.Gold(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) != 3 || after[0].Text != "Written anew." || after[2].Name != "third.txt" {
		t.Errorf("the gold standard is %+v", after)
	}
	before := lastOf(t, c, ref)
	if got, err := c.ReloadGold(ctx, ref); err != nil || len(got.Added)+len(got.Changed) > 0 {
		t.Errorf("a second look found %+v, %v", got, err)
	}
	if after := lastOf(t, c, ref); after.Seq != before.Seq {
		t.Error("a look that found nothing stands in the log")
	}
}

func TestAFileThatCanNotBeReadKeepsTheGoldStandardAsItIs(t *testing.T) {
	c, ref, dir := measured(t)
	before := goldNames(t, c, ref)
	for name, data := range map[string]string{"good.txt": "Good.", "empty.txt": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.ReloadGold(context.Background(), ref); !study.HasProblem(err, "file.empty") {
		t.Errorf("said %v", err)
	}
	if after := goldNames(t, c, ref); after != before {
		t.Errorf("the gold standard is %q, was %q", after, before)
	}
}

func TestWarningsOfTheReaderAreKnownByDocument(t *testing.T) {
	c := open(t, t.TempDir())
	ref := collecting(t, c)
	ctx := context.Background()
	odd := conduct.File{Name: "odd.rtf", Data: []byte(`{\rtf1\ansi The notice is void.{\v A note to myself.}\par}`)}
	plain := conduct.File{Name: "plain.txt", Data: []byte("The notice is void.")}
	if _, err := c.AddGold(ctx, ref, []conduct.File{odd, plain}); err != nil {
		t.Fatal(err)
	}
	got, err := c.GoldWarnings(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	if len(got["odd.rtf"]) == 0 || len(got["plain.txt"]) > 0 {
		t.Errorf("the warnings are %+v", got)
	}
}
