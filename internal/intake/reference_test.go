package intake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

// stageFor is the stage as a terminal in English runs it.
func stageFor(t testing.TB, l study.Language) Stage {
	t.Helper()
	words, err := lang.New(l)
	if err != nil {
		t.Fatal(err)
	}
	return Stage{
		Open:  func(_ context.Context, path string) ([]byte, error) { return os.ReadFile(path) },
		Words: words,
	}
}

// answersOf runs the stage «answers» on a file.
func answersOf(t *testing.T, file string) map[string]any {
	t.Helper()
	line, err := json.Marshal(map[string]any{"id": 7, "file": file})
	if err != nil {
		t.Fatal(err)
	}
	out, err := stageFor(t, study.English).Answers(context.Background(), line)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func expectedOf(t *testing.T, file string) map[string]any {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	return want
}

// references lists a folder's labelled files: the file and what must be made of it.
func references(t *testing.T, folder string) map[string]string {
	t.Helper()
	labels, err := filepath.Glob(filepath.Join(folder, "*.expected.json"))
	if err != nil || len(labels) == 0 {
		t.Fatalf("no labelled files in %s: %v", folder, err)
	}
	files := make(map[string]string)
	for _, l := range labels {
		files[filepath.Join(folder, expectedOf(t, l)["file"].(string))] = l
	}
	return files
}

// messages compares what a message must mention and takes both sides out of the comparison.
func messages(t *testing.T, got, want []any) {
	t.Helper()
	for i := range got {
		if i >= len(want) {
			return
		}
		g, w := got[i].(map[string]any), want[i].(map[string]any)
		mentions(t, g, w)
		delete(g, "at")
		delete(w, "at")
	}
}

func mentions(t *testing.T, got, want map[string]any) {
	t.Helper()
	if got == nil || want == nil {
		return
	}
	for _, m := range want["must_mention"].([]any) {
		if s, _ := got["message"].(string); !strings.Contains(s, m.(string)) {
			t.Errorf("message %q does not mention %q", s, m)
		}
	}
	for _, side := range []map[string]any{got, want} {
		delete(side, "message")
		delete(side, "must_mention")
	}
}

func TestReferenceExports(t *testing.T) {
	for file, label := range references(t, "testdata/exports") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			got, want := answersOf(t, file), expectedOf(t, label)
			delete(got, "id")
			delete(want, "note")
			for i, a := range want["answers"].([]any) {
				w := a.(map[string]any)
				delete(w, "at")
				if i >= len(got["answers"].([]any)) {
					continue
				}
				g := got["answers"].([]any)[i].(map[string]any)
				delete(g, "at")
				if sum, ok := w["text_sha256"]; ok {
					text := g["text"].(string)
					hash := sha256.Sum256([]byte(text))
					g["text_sha256"], g["text_chars"], g["text"] = hex.EncodeToString(hash[:]), float64(utf8.RuneCountInString(text)), nil
					w["text_sha256"] = sum
				}
			}
			messages(t, got["problems"].([]any), want["problems"].([]any))
			gotError, _ := got["error"].(map[string]any)
			wantError, _ := want["error"].(map[string]any)
			mentions(t, gotError, wantError)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-label +got)\n%s", diff)
			}
		})
	}
}

func TestReferenceTables(t *testing.T) {
	for file, label := range references(t, "testdata/tables") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			got, want := answersOf(t, file), expectedOf(t, label)
			delete(got, "id")
			delete(want, "note")
			messages(t, got["problems"].([]any), want["problems"].([]any))
			gotError, _ := got["error"].(map[string]any)
			wantError, _ := want["error"].(map[string]any)
			mentions(t, gotError, wantError)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-label +got)\n%s", diff)
			}
		})
	}
}
