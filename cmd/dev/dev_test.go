package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

func TestEveryNeedHasAPackageForEveryManager(t *testing.T) {
	words, err := lang.New(study.English)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range windowNeeds {
		if (n.program == "") == (n.header == "") {
			t.Errorf("%+v: a need is seen by a program or by a header", n)
		}
		if !words.Has(n.why) {
			t.Errorf("%q says no reason", n.why)
		}
		for _, m := range managers {
			if n.packages[m.program] == "" {
				t.Errorf("%s%s: no package for %s", n.program, n.header, m.program)
			}
		}
	}
}

func TestPackagesAreNamedOnce(t *testing.T) {
	needs := []need{
		{program: "gcc", packages: map[string]string{"dnf": "gcc make"}},
		{program: "make", packages: map[string]string{"dnf": "make"}},
	}
	if got := packagesFor(needs, "dnf"); !slices.Equal(got, []string{"gcc", "make"}) {
		t.Errorf("got %v", got)
	}
}

func TestFirstPackageManagerIsTaken(t *testing.T) {
	only := func(have string) func(string) (string, error) {
		return func(name string) (string, error) {
			if name == have {
				return "/usr/bin/" + name, nil
			}
			return "", errors.New("not found")
		}
	}
	for _, m := range managers {
		if got, ok := findManager(managers, only(m.program)); !ok || got.program != m.program {
			t.Errorf("with %s: got %v %v", m.program, got, ok)
		}
	}
	if _, ok := findManager(managers, only("brew")); ok {
		t.Error("a manager was found where there is none")
	}
}

func TestADisplayIsNeededOnLinuxOnly(t *testing.T) {
	none := func(string) string { return "" }
	wayland := func(name string) string {
		if name == "WAYLAND_DISPLAY" {
			return "wayland-0"
		}
		return ""
	}
	for _, c := range []struct {
		goos   string
		getenv func(string) string
		want   bool
	}{{"linux", none, false}, {"linux", wayland, true}, {"windows", none, true}, {"darwin", none, true}} {
		if got := hasDisplay(c.goos, c.getenv); got != c.want {
			t.Errorf("%s: got %v", c.goos, got)
		}
	}
}

func TestBenchmarkLinesAreRead(t *testing.T) {
	out := "goos: linux\nBenchmarkOrder-2   \t  1000\t  1234 ns/op\t 12.50 MB/s\t 256 B/op\t 3 allocs/op\nPASS\n"
	want := []timing{{Benchmark: "BenchmarkOrder", NsPerOp: 1234, MBPerSecond: 12.5, BytesPerOp: 256, Allocs: 3}}
	if got := readTimings(out); !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestPeersAreComparedWithTheSameWork(t *testing.T) {
	words, err := lang.New(study.English)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := readPeers(strings.NewReader(`{"task": "alpha-100000x5", "way": "numpy", "seconds": 0.05, "value": [0.3625]}
{"task": "alpha-resampled-1000x20", "way": "numpy", "seconds": 0.1, "value": [0.364, 0.398]}
`))
	if err != nil {
		t.Fatal(err)
	}
	ours := readTimings("BenchmarkAlphaOrdinal100000x5-2  60  5000000 ns/op  0.3625 value  10 B/op  1 allocs/op\n" +
		"BenchmarkAlphaOrdinal1000x20Resampled1000-2  60  4000000 ns/op  0.3001 value\n")
	got := (&runner{words: words}).against(ours, theirs)
	if len(got) != 2 || got[0].Times != 25 || got[0].Same || got[1].Times != 10 || !got[1].Same || got[1].Aim != 5 {
		t.Errorf("got %+v", got)
	}
	for _, c := range compared {
		if !words.Has(c.what) {
			t.Errorf("%s has no text", c.what)
		}
	}
}

func TestAPeerThatIsNotThereIsNone(t *testing.T) {
	if path, ok := firstThat(t.Context(), []string{"no-such-program-anywhere"}, nil); ok {
		t.Errorf("found %s", path)
	}
}

func TestTheShortestTimeCounts(t *testing.T) {
	got := shortest([]timing{{Benchmark: "A", NsPerOp: 3}, {Benchmark: "B", NsPerOp: 1}, {Benchmark: "A", NsPerOp: 2}, {Benchmark: "A", NsPerOp: 5}})
	if len(got) != 2 || got[0].NsPerOp != 2 || got[1].NsPerOp != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestEveryWishHasAPackageOfAptAndAReason(t *testing.T) {
	words, err := lang.New(study.English)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range testWishes {
		if n.program == "" || n.packages["apt-get"] == "" || !words.Has(n.why) {
			t.Errorf("%+v", n)
		}
	}
	if managers[0].program != "apt-get" {
		t.Errorf("wishes are granted by %s", managers[0].program)
	}
}

func TestNothingIsInstalledUnaskedOnAPersonsMachine(t *testing.T) {
	ci := func(name string) string { return map[string]string{"CI": "true"}[name] }
	own := func(string) string { return "" }
	for _, c := range []struct {
		user   int
		getenv func(string) string
		want   bool
	}{{0, own, true}, {1000, ci, true}, {1000, own, false}} {
		if got := forTests(c.user, c.getenv); got != c.want {
			t.Errorf("user %d: got %v", c.user, got)
		}
	}
}

func TestAnyNameOfAProgramDoes(t *testing.T) {
	if !(need{program: "no-such-program go"}).there() || (need{program: "no-such-program nor-this-one"}).there() {
		t.Error("a program is there under any of its names, and only then")
	}
}

func TestUbuntuIsKnownByItsRelease(t *testing.T) {
	for release, want := range map[string]bool{"NAME=x\nID=ubuntu\n": true, `ID="ubuntu"`: true, "ID=debian\nID_LIKE=ubuntu\n": false, "": false} {
		if got := isUbuntu(release); got != want {
			t.Errorf("%q: %v", release, got)
		}
	}
}

func TestTheWindowIsJudgedBesideAnEmptyOne(t *testing.T) {
	words, err := lang.New(study.English)
	if err != nil {
		t.Fatal(err)
	}
	got := (&runner{words: words}).judge(readMetrics("BenchmarkStart  1  0 ns/op  200.0 empty-first-frame-ms  290.5 program-first-frame-ms" +
		"  100 empty-resident-MB  250 program-resident-MB\nBenchmarkBusy-2  1  0 ns/op  299 open-200-pages-ms\n"))
	var lines []string
	for _, f := range got {
		lines = append(lines, fmt.Sprintf("%s %v %v", f.Figure, f.Times, f.Kept))
	}
	want := []string{"program-first-frame-ms 1.4525 true", "program-resident-MB 2.5 false", "open-200-pages-ms 0 true"}
	if !slices.Equal(lines, want) {
		t.Errorf("got %q\nwant %q", lines, want)
	}
	for _, l := range limits {
		if !words.Has(l.what) {
			t.Errorf("%s has no text", l.what)
		}
	}
}

func TestToolsThatAreMissingAreNamed(t *testing.T) {
	got := missingTools(func(name string) (string, error) {
		if name == "openbox" {
			return "", errors.New("not found")
		}
		return name, nil
	})
	if !slices.Equal(got, []string{"openbox"}) {
		t.Errorf("got %v", got)
	}
}

func TestPicturesAreCounted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.png", "deep/b.png", "c.txt"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := countPictures(dir); n != 2 || err != nil {
		t.Errorf("counted %d, %v", n, err)
	}
	if n, err := countPictures(filepath.Join(dir, "none")); n != 0 || err != nil {
		t.Errorf("counted %d, %v", n, err)
	}
}
