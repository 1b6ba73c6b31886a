package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"iucomstudien/internal/conduct"
)

// described reads a value of the packagers' description of the program.
func described(t *testing.T, key string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "FyneApp.toml"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^` + key + `\s*=\s*"?([^"\n]*?)"?\s*$`).FindSubmatch(data)
	if found == nil {
		t.Fatalf("FyneApp.toml does not say %s", key)
	}
	return string(found[1])
}

func TestProgramAndPackageSayTheSame(t *testing.T) {
	for key, want := range map[string]string{
		"ID": metadata.ID, "Name": metadata.Name, "Version": metadata.Version, "Build": strconv.Itoa(metadata.Build),
	} {
		if got := described(t, key); got != want {
			t.Errorf("FyneApp.toml: %s is %q, the program says %q", key, got, want)
		}
	}
	if want := metadata.Name + " " + metadata.Version; conduct.Program != want {
		t.Errorf("reports call the program %q, the package %q", conduct.Program, want)
	}
}

func TestIconOfThePackageIsThere(t *testing.T) {
	icon := described(t, "Icon")
	if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(icon))); err != nil {
		t.Error(err)
	}
}
