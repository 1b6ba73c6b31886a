package folder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/study"
)

// wantProblem asks for one Problem and nothing else.
func wantProblem(t *testing.T, err error, id string) {
	t.Helper()
	if list := study.Problems(err); len(list) != 1 || list[0].ID != id {
		t.Fatalf("got %v, want the one problem %s", err, id)
	}
}

func home(t *testing.T) folder.Home {
	t.Helper()
	h, err := folder.At(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestPlacesOfTheHouse(t *testing.T) {
	h := home(t)
	base := filepath.Dir(h.Documents)
	for want, place := range map[string]func() (string, error){
		"data/studies.db":                    func() (string, error) { return h.Database(), nil },
		"cache":                              func() (string, error) { return h.Cache, nil },
		"IUCOM Studien/Kategorien/Mietrecht": func() (string, error) { return h.Area("Mietrecht") },
		"IUCOM Studien/Kategorien/Mietrecht/goldstandard": func() (string, error) { return h.Gold("Mietrecht") },
		"IUCOM Studien/S1":                func() (string, error) { return h.StudyDir("S1") },
		"IUCOM Studien/S1/STARD":          func() (string, error) { return h.Stard("S1") },
		"IUCOM Studien/S1/T1":             func() (string, error) { return h.TestDir("S1", "T1") },
		"IUCOM Studien/S1/T1/Blind":       func() (string, error) { return h.Blind("S1", "T1") },
		"IUCOM Studien/S1/T1/Bewertungen": func() (string, error) { return h.Ratings("S1", "T1") },
		"IUCOM Studien/S1/T1/Bericht":     func() (string, error) { return h.Report("S1", "T1") },
		"IUCOM Studien/Key/S1":            func() (string, error) { return h.Key("S1") },
	} {
		got, err := place()
		if err != nil || got != filepath.Join(base, filepath.FromSlash(want)) {
			t.Errorf("got %s, %v, want …/%s", got, err, want)
		}
	}
	if entries, err := os.ReadDir(base); err != nil || len(entries) > 0 {
		t.Errorf("asking for places made %v, %v", entries, err)
	}
}

func TestTheSystemsOwnFoldersAreTakenWithoutAHome(t *testing.T) {
	h, err := folder.At("")
	if err != nil || filepath.Base(h.Documents) != "IUCOM Studien" || !filepath.IsAbs(h.Data) || !filepath.IsAbs(h.Cache) {
		t.Errorf("got %+v, %v", h, err)
	}
}

func TestStudiesKeepClearOfTheProgramsFolders(t *testing.T) {
	h := home(t)
	for _, id := range []string{"Key", "KEY", "kategorien"} {
		_, err := h.StudyDir(id)
		wantProblem(t, err, "folder.reserved-name")
		_, err = h.Blind(id, "T1")
		wantProblem(t, err, "folder.reserved-name")
	}
	_, err := h.Report("S1", "stard")
	wantProblem(t, err, "folder.reserved-name")
	if _, err := h.Area("Key"); err != nil {
		t.Errorf("an area of law may have any name: %v", err)
	}
	for _, bad := range []string{"..", "a/b", "", "."} {
		for _, place := range []func(string) (string, error){h.Area, h.Gold, h.StudyDir, h.Stard, h.Key,
			func(s string) (string, error) { return h.TestDir("S1", s) }} {
			_, err := place(bad)
			wantProblem(t, err, "folder.unsafe-name")
		}
	}
}

func TestNamesThatSomeSystemRefuses(t *testing.T) {
	for name, reason := range map[string]string{
		"": "empty", " ": "empty", "\t": "empty",
		".": "dot-or-blank-at-the-end", "..": "dot-or-blank-at-the-end", "a.": "dot-or-blank-at-the-end", "a ": "dot-or-blank-at-the-end",
		" a": "dot-or-blank-at-the-end", ".a": "dot-or-blank-at-the-end",
		"a/b": "forbidden-character", `a\b`: "forbidden-character", "a:b": "forbidden-character", "a*": "forbidden-character",
		"what?": "forbidden-character", `"a"`: "forbidden-character", "a|b": "forbidden-character", "<a>": "forbidden-character",
		"a\x00b": "invisible-character", "a\nb": "invisible-character", "a\u202egpj": "invisible-character", "a\u200bb": "invisible-character",
		"a\u00a0b": "invisible-character", "a\xffb": "invisible-character",
		"CON": "name-of-a-device", "nul.txt": "name-of-a-device", "Com1": "name-of-a-device", "lpt9.tar.gz": "name-of-a-device", "aux .txt": "name-of-a-device",
		strings.Repeat("a", 121): "too-long", strings.Repeat("ä", 61): "too-long",
	} {
		_, err := folder.SafeName(name)
		list := study.Problems(err)
		if len(list) != 1 || list[0].ID != "folder.unsafe-name" || list[0].Args["reason"] != reason {
			t.Errorf("%q: got %v, want %s", name, err, reason)
		}
	}
}

func TestNamesThatAllSystemsTake(t *testing.T) {
	for name, want := range map[string]string{
		"DEMO-MIETE-01": "DEMO-MIETE-01", "Mietrecht & Wohnrecht": "Mietrecht & Wohnrecht", "Äußerungen (2026)": "Äußerungen (2026)",
		"Prawo pracy – łódzkie": "Prawo pracy – łódzkie", "A\u0308rger": "Ärger", "console": "console", "COM10": "COM10",
		"v1.2": "v1.2", "§ 1118 ABGB": "§ 1118 ABGB", strings.Repeat("a", 120): strings.Repeat("a", 120),
	} {
		if got, err := folder.SafeName(name); err != nil || got != want {
			t.Errorf("%q: got %q, %v", name, got, err)
		}
	}
}

func TestAnAcceptedNameIsTheNameOfOneFolder(t *testing.T) {
	base := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.StringMatching(`[A-Za-z0-9 ._/\\:*~$%äŁ'-]{1,12}`)).Draw(r, "name")
		safe, err := folder.SafeName(name)
		if err != nil {
			if len(study.Problems(err)) != 1 {
				r.Fatalf("no problem a person can read: %v", err)
			}
			return
		}
		if again, err := folder.SafeName(safe); err != nil || again != safe {
			r.Fatalf("accepted once and not twice: %q, %v", again, err)
		}
		if !utf8.ValidString(safe) || filepath.Base(safe) != safe || filepath.IsAbs(safe) {
			r.Fatalf("%q is not one name", safe)
		}
		dir := filepath.Join(base, safe)
		if err := os.Mkdir(dir, 0o755); err != nil {
			r.Fatal(err)
		}
		entries, err := os.ReadDir(base)
		if err != nil || len(entries) != 1 || entries[0].Name() != safe {
			r.Fatalf("made %v, %v", entries, err)
		}
		if err := os.Remove(dir); err != nil {
			r.Fatal(err)
		}
	})
}

func TestAreasAndFilesAreWhatAPersonPutThere(t *testing.T) {
	h := home(t)
	if areas, err := h.Areas(); err != nil || len(areas) > 0 {
		t.Fatalf("before anything is there: %v, %v", areas, err)
	}
	for _, name := range []string{"Mietrecht/goldstandard/b.docx", "Mietrecht/a.pdf", "Arbeitsrecht/.keep", ".hidden/x", "note.txt"} {
		put(t, filepath.Join(h.Documents, "Kategorien", name), "x")
	}
	for _, name := range []string{"~$b.docx", ".DS_Store", "Thumbs.db", "desktop.ini", "a.txt", "Ä.txt"} {
		put(t, filepath.Join(h.Documents, "Kategorien", "Mietrecht", "goldstandard", name), "x")
	}
	areas, err := h.Areas()
	if err != nil || strings.Join(areas, " ") != "Arbeitsrecht Mietrecht" {
		t.Errorf("areas = %v, %v", areas, err)
	}
	dir, err := h.Gold("Mietrecht")
	if err != nil {
		t.Fatal(err)
	}
	files, err := h.Files(dir)
	if err != nil || len(files) != 3 || files[0] != filepath.Join(dir, "a.txt") || filepath.Base(files[2]) != "Ä.txt" {
		t.Errorf("files = %v, %v", files, err)
	}
	if files, err := h.Files(filepath.Join(dir, "none")); err != nil || len(files) > 0 {
		t.Errorf("files of no folder = %v, %v", files, err)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
