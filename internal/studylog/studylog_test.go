package studylog_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

var update = flag.Bool("update", false, "write the example in FORMAT.md anew")

const demo = "DEMO-MIETE-01"

// logOf makes a log with a note for each datum, a minute apart.
func logOf(t interface{ Fatal(...any) }, studyID string, data ...any) []studylog.Entry {
	var entries []studylog.Entry
	at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.FixedZone("", 2*60*60))
	for _, d := range data {
		var prev *studylog.Entry
		if n := len(entries); n > 0 {
			prev = &entries[n-1]
		}
		at = at.Add(time.Minute)
		e, err := studylog.Next(studyID, prev, at, studylog.AnswersImported, "T1", d)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	return entries
}

func encode(t interface{ Fatal(...any) }, studyID string, entries []studylog.Entry) []byte {
	var b bytes.Buffer
	if err := studylog.Encode(&b, studyID, entries); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// facts draws what an entry may know.
func facts() *rapid.Generator[any] {
	return rapid.Custom(func(t *rapid.T) any {
		return map[string]any{
			"text":   rapid.String().Draw(t, "text"),
			"number": rapid.Float64().Draw(t, "number"),
			"list":   rapid.SliceOfN(rapid.Int32(), 0, 3).Draw(t, "list"),
			"odd":    "\u2028</script>\u0001é",
		}
	})
}

// logs draws a log of one to six entries.
func logs() *rapid.Generator[[]studylog.Entry] {
	return rapid.Custom(func(t *rapid.T) []studylog.Entry {
		return logOf(t, demo, rapid.SliceOfN(facts(), 1, 6).Draw(t, "data")...)
	})
}

func TestALogComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := logs().Draw(t, "log")
		data := encode(t, demo, entries)
		id, got, err := studylog.Decode(iotest.OneByteReader(bytes.NewReader(data)))
		if err != nil || id != demo {
			t.Fatalf("decoding: %q, %v", id, err)
		}
		if diff := cmp.Diff(entries, got); diff != "" {
			t.Fatalf("-written +read:\n%s", diff)
		}
		if again := encode(t, id, got); !bytes.Equal(again, data) {
			t.Fatal("written again it has other bytes")
		}
	})
}

func TestAnEmptyLogIsALog(t *testing.T) {
	id, entries, err := studylog.Decode(bytes.NewReader(encode(t, demo, nil)))
	if err != nil || id != demo || len(entries) != 0 {
		t.Errorf("got %q, %v, %v", id, entries, err)
	}
	if err := studylog.Check(demo, nil); err != nil {
		t.Error(err)
	}
}

func TestEveryChangedByteOfTheFileIsFound(t *testing.T) {
	data := encode(t, demo, logOf(t, demo, map[string]any{"n": 1.5, "t": "Ä\n"}, nil, map[string]any{"codes": []string{"X", "Y"}}))
	for i := range data {
		for _, bit := range []byte{0x01, 0x20, 0x80} { // another sign, another case, no UTF-8
			changed := bytes.Clone(data)
			changed[i] ^= bit
			if _, _, err := studylog.Decode(bytes.NewReader(changed)); len(study.Problems(err)) != 1 {
				t.Fatalf("byte %d, %q instead of %q: %v", i, changed[i], data[i], err)
			}
		}
		if _, _, err := studylog.Decode(bytes.NewReader(data[:i])); len(study.Problems(err)) != 1 {
			t.Fatalf("cut off after %d bytes: %v", i, err)
		}
	}
}

func TestEveryChangedPlaceOfTheChainIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := logs().Filter(func(l []studylog.Entry) bool { return len(l) >= 3 }).Draw(t, "log")
		i := rapid.IntRange(0, len(entries)-2).Draw(t, "place")
		j := rapid.IntRange(i+1, len(entries)-1).Draw(t, "other place")
		broken := slices.Clone(entries)
		first := i // where it must be found
		switch what := rapid.SampledFrom([]string{"remove", "swap", "repeat", "time", "kind", "test", "data", "prev", "hash"}).Draw(t, "what"); what {
		case "remove":
			broken = slices.Delete(broken, i, i+1)
		case "swap":
			broken[i], broken[j] = broken[j], broken[i]
		case "repeat":
			broken, first = slices.Insert(broken, i+1, broken[i]), i+1
		case "time":
			broken[i].Time = broken[i].Time.Add(time.Nanosecond)
		case "kind":
			broken[i].Kind = studylog.Unblinded
		case "test":
			broken[i].Test += " "
		case "data":
			broken[i].Data = json.RawMessage(`{"other":true}`)
		case "prev":
			broken[i].Prev = broken[j].Hash
		case "hash":
			broken[i].Hash = broken[j].Hash
		}
		err := studylog.Check(demo, broken)
		problems := study.Problems(err)
		if len(problems) != 1 || problems[0].ID != "log.broken" || problems[0].Args["seq"] != first+1 {
			t.Fatalf("place %d: %v", first+1, err)
		}
	})
}

func TestALogBelongsToItsStudy(t *testing.T) {
	if err := studylog.Check("OTHER", logOf(t, demo, nil)); !study.HasProblem(err, "log.broken") {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsNoLogIsSaidToBeNone(t *testing.T) {
	whole := string(encode(t, demo, logOf(t, demo, map[string]any{"n": 1}, nil)))
	lines := strings.SplitAfter(whole, "\n")
	for name, c := range map[string]struct{ file, want string }{
		"nothing":                 {"", "log.not-a-log"},
		"a text":                  {"Protokoll\nEintrag 1\n", "log.not-a-log"},
		"a key":                   {`{"format":"iucom-key/1"}` + "\n", "log.not-a-log"},
		"a newer log":             {`{"format":"iucom-log/2","study":"X"}` + "\n", "log.newer-format"},
		"only the head":           {lines[0], "log.incomplete"},
		"no tail":                 {strings.Join(lines[:3], ""), "log.incomplete"},
		"tail of another log":     {strings.Join(lines[:2], "") + lines[3], "log.broken"},
		"first entry missing":     {lines[0] + lines[2] + lines[3], "log.broken"},
		"something after the end": {whole + "\n", "log.broken"},
		"Windows line ends":       {strings.ReplaceAll(whole, "\n", "\r\n"), "log.broken"},
		"byte order mark":         {"\ufeff" + whole, "log.not-a-log"},
		"a blank put in":          {strings.Replace(whole, `"kind":`, `"kind": `, 1), "log.broken"},
		"a field put in":          {strings.Replace(whole, `"kind":`, `"by":"me","kind":`, 1), "log.broken"},
		"a field said twice":      {strings.Replace(whole, `"kind":`, `"kind":"blinded","kind":`, 1), "log.broken"},
		"the same moment, UTC":    {strings.Replace(whole, "09:01:00+02:00", "07:01:00Z", 1), "log.broken"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := studylog.Decode(strings.NewReader(c.file))
			if problems := study.Problems(err); len(problems) != 1 || problems[0].ID != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestDataMustBeAnObject(t *testing.T) {
	for name, data := range map[string]any{
		"a list": []int{1}, "a number": 1, "a text": "x", "nothing JSON knows": func() {}, "no number": map[string]any{"n": json.Number("x")},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := studylog.Next(demo, nil, time.Time{}, studylog.Reported, "", data); err == nil {
				t.Error("taken")
			}
		})
	}
}

func TestReadingErrorsAreNoProblems(t *testing.T) {
	_, _, err := studylog.Decode(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(`{"format":"iucom-log/1","study":"X"}`))))
	if err == nil || len(study.Problems(err)) > 0 {
		t.Errorf("got %v", err)
	}
}

func TestKindsAreWords(t *testing.T) {
	seen := map[studylog.Kind]bool{}
	for _, k := range studylog.Kinds() {
		if seen[k] || !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(string(k)) {
			t.Errorf("kind %q", k)
		}
		seen[k] = true
	}
}

// TestExampleOfTheSpecificationIsALog keeps FORMAT.md true.
func TestExampleOfTheSpecificationIsALog(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```\n(\\{\"format\".*?)```\n")
	want := encode(t, demo, logOf(t, demo, map[string]any{"answers": 2, "files": []string{"students.csv"}}))
	if *update {
		page = block.ReplaceAllLiteral(page, []byte("```\n"+string(want)+"```\n"))
		if err := os.WriteFile("FORMAT.md", page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found := block.FindSubmatch(page)
	if found == nil {
		t.Fatal("no example")
	}
	if diff := cmp.Diff(string(want), string(found[1])); diff != "" {
		t.Errorf("-what is written +the example:\n%s", diff)
	}
	if _, _, err := studylog.Decode(bytes.NewReader(found[1])); err != nil {
		t.Error(err)
	}
	for _, k := range regexp.MustCompile("`([a-z]+-[a-z]+)`").FindAllStringSubmatch(string(page), -1) {
		if !slices.Contains(studylog.Kinds(), studylog.Kind(k[1])) {
			t.Errorf("the page names the kind %q", k[1])
		}
	}
}

func FuzzDecode(f *testing.F) {
	whole := encode(f, demo, logOf(f, demo, map[string]any{"n": 1}, nil))
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(`{"format":"iucom-log/1","study":""}` + "\n" + `{"entries":0,"head":""}` + "\n"))
	f.Add([]byte(`{"format":"iucom-log/9"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		id, entries, err := studylog.Decode(bytes.NewReader(data))
		if err != nil {
			if len(study.Problems(err)) != 1 {
				t.Fatalf("no problem a person can read: %v", err)
			}
			return
		}
		if again := encode(t, id, entries); !bytes.Equal(again, data) {
			t.Fatalf("taken as a log, but written otherwise:\n%s", again)
		}
	})
}
