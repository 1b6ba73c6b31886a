package extract

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"iucomstudien/internal/study"
)

const (
	corpusFolder = "testdata/corpus"
	// sharedFolder has files of other projects, which stay where they are.
	sharedFolder = "../../../shared/corpus/documents"
)

// corpusFile is a document and the text that it must give.
type corpusFile struct {
	path     string
	expected string
}

func (f corpusFile) name() string { return filepath.Base(f.path) }

// corpus lists the documents of a folder that have an expected text.
func corpus(t testing.TB, folder, pattern string) []corpusFile {
	t.Helper()
	expected, err := filepath.Glob(filepath.Join(folder, pattern+".expected.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var all []corpusFile
	for _, e := range expected {
		text, err := os.ReadFile(e)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, corpusFile{strings.TrimSuffix(e, ".expected.txt"), string(text)})
	}
	return all
}

// score is how much of an expected text was found.
type score struct{ words, found int }

func (s score) share() float64 {
	if s.words == 0 {
		return 1
	}
	return float64(s.found) / float64(s.words)
}

// found counts the words of an expected text that a document has in the right order. Where notes, headers and boxes stand may
// differ between readers: a line that stands elsewhere as a whole counts as found.
func found(expected string, doc Document) score {
	blocks := slices.Concat([]string{doc.Text}, doc.Headers, doc.Footers, doc.Comments)
	got := strings.Fields(words(strings.Join(blocks, "\n")))
	all := " " + strings.Join(got, " ") + " "
	want := strings.Fields(words(expected))
	hit := inOrder(want, got)
	var s score
	for _, line := range strings.Split(expected, "\n") {
		own := strings.Fields(words(line))
		here := 0
		for i := range own {
			if hit[s.words+i] {
				here++
			}
		}
		if strings.Contains(all, " "+strings.Join(own, " ")+" ") {
			here = len(own)
		}
		s.words += len(own)
		s.found += here
	}
	return s
}

// inOrder marks the words of want that belong to the longest sequence it shares with got.
func inOrder(want, got []string) []bool {
	length := make([][]int32, len(want)+1)
	for i := range length {
		length[i] = make([]int32, len(got)+1)
	}
	for i := len(want) - 1; i >= 0; i-- {
		for j := len(got) - 1; j >= 0; j-- {
			if want[i] == got[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	hit := make([]bool, len(want))
	for i, j := 0, 0; i < len(want) && j < len(got); {
		switch {
		case want[i] == got[j]:
			hit[i] = true
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return hit
}

// bounds are the shares of words that a format must reach.
var bounds = map[string]float64{".pdf": 0.97}

const (
	ordinaryBound = 0.99
	pageBound     = 50 * time.Millisecond // the median
	wordsOfAPage  = 400
)

// measure reads every file, prints the table and holds the results against the bounds.
func measure(t *testing.T, files []corpusFile) {
	var perPage []time.Duration
	var table strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		doc, err := Read(context.Background(), f.name(), data)
		took := time.Since(start)
		switch {
		case strings.HasPrefix(f.expected, "EXPECT-ERROR"):
			if !study.HasProblem(err, "file.password") {
				t.Errorf("%s: %v, want the problem of a password", f.name(), err)
			}
			continue
		case err != nil:
			t.Errorf("%s: %v", f.name(), err)
			continue
		case strings.HasPrefix(f.expected, "EXPECT-NO-TEXT"):
			if doc.Text != "" || !hasWarning(doc, "no-text") {
				t.Errorf("%s: text %q, warnings %v", f.name(), doc.Text, doc.Warnings)
			}
			continue
		}
		s := found(f.expected, doc)
		took /= time.Duration(max(doc.Pages, 1+s.words/wordsOfAPage, 1))
		perPage = append(perPage, took)
		fmt.Fprintf(&table, "%-46s %5d of %5d words %6.2f %% %7.2f ms a page\n", f.name(), s.found, s.words, 100*s.share(), float64(took.Microseconds())/1000)
		bound, ok := bounds[filepath.Ext(f.path)]
		if !ok {
			bound = ordinaryBound
		}
		if s.share() < bound {
			t.Errorf("%s: %.2f %% of the words, want %.0f %%; got\n%s", f.name(), 100*s.share(), 100*bound, doc.Text)
		}
	}
	slices.Sort(perPage)
	if len(perPage) > 0 {
		median := perPage[len(perPage)/2]
		fmt.Fprintf(&table, "median %v a page", median)
		if median > pageBound {
			t.Errorf("median %v a page", median)
		}
	}
	t.Log("\n" + table.String())
}

func hasWarning(doc Document, kind string) bool {
	return slices.ContainsFunc(doc.Warnings, func(w Warning) bool { return w.Kind == kind })
}

func TestTheCorpusGivesItsWords(t *testing.T) {
	files := corpus(t, corpusFolder, "*")
	if len(files) == 0 {
		t.Fatal("no files")
	}
	measure(t, files)
}

func TestFilesOfOtherProjectsGiveTheirWords(t *testing.T) {
	files := corpus(t, sharedFolder, "*__*")
	if len(files) == 0 {
		t.Log("the folder with files of other projects is not here; they were not read")
	}
	measure(t, files)
}
