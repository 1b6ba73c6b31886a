package studykey_test

import (
	"bytes"
	"encoding/csv"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
)

var update = flag.Bool("update", false, "write the example in FORMAT.md anew")

// secret stands in the origins of the demo's key and nowhere else.
const secret = "Nordlicht"

func demoRows() []studykey.Row {
	return []studykey.Row{
		{
			Code: "X", Answer: "a02", Condition: study.Student, SHA256: strings.Repeat("7f", 32),
			Origin: study.Origin{
				Date: "2026-02-20", Participant: "T01", Qualification: study.LevelStudent, Aids: study.Known(false), Consent: study.ConsentGiven,
			},
		},
		{
			Code: "Y", Answer: "a01", Condition: study.Reporter,
			Origin: study.Origin{Provider: secret, Model: "modus-1", Version: "2026-02", Date: "2026-03-02", Prompt: "Prüfe <alles>!"},
		},
	}
}

func salt(b byte) []byte { return bytes.Repeat([]byte{b}, studykey.SaltSize) }

func demoKey(t interface{ Fatal(...any) }) studykey.Key {
	k, err := studykey.New("DEMO-MIETE-01", "T1", -2026, demoRows(), salt(7))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func encode(t interface{ Fatal(...any) }, k studykey.Key) []byte {
	data, err := k.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func equalAids(a, b study.Maybe[bool]) bool { return a == b }

func TestTheSealHolds(t *testing.T) {
	key := demoKey(t)
	type holder struct {
		Open   studykey.Key
		closed studykey.Key
		Pair   []studykey.Key
		Map    map[string]studykey.Key
		Ptr    *studykey.Key
	}
	in := holder{key, key, []studykey.Key{key}, map[string]studykey.Key{"k": key}, &key}
	said := map[string]string{"String": key.String(), "GoString": key.GoString(), "error": fmt.Errorf("grading: %v", key).Error()}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%T", "%p", "%b", "%U"} {
		said["printed "+verb] = fmt.Sprintf(verb, key)
		said["printed in a struct "+verb] = fmt.Sprintf(verb, in)
		said["printed by address "+verb] = fmt.Sprintf(verb, &in)
	}
	// A moment like 2026-12-01T01:17 holds «T01» without giving anything away.
	timeless := &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}
	for name, handler := range map[string]func(io.Writer) slog.Handler{
		"logged as text": func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, timeless) },
		"logged as JSON": func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, timeless) },
	} {
		var b bytes.Buffer
		slog.New(handler(&b)).Info("opened", "key", key, "in", in, "pointer", &key)
		said[name] = b.String()
	}
	for name, text := range said {
		for _, word := range []string{secret, "modus-1", "T01", "a01", "reporter", "-2026", fmt.Sprintf("%x", secret)} {
			if strings.Contains(text, word) {
				t.Fatalf("%s gives away %q: %s", name, word, text)
			}
		}
	}
	refusals := map[string]error{}
	_, refusals["JSON"] = json.Marshal(key)
	_, refusals["JSON in a struct"] = json.Marshal(in)
	_, refusals["XML"] = xml.Marshal(key)
	refusals["gob"] = gob.NewEncoder(io.Discard).Encode(key)
	_, refusals["text"] = key.MarshalText()
	for name, err := range refusals {
		if !errors.Is(err, studykey.ErrSealed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOnlyOpenGivesTheRows(t *testing.T) {
	key := demoKey(t)
	rows := key.Open()
	if diff := cmp.Diff(demoRows(), rows, cmp.Comparer(equalAids)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	rows[0].Condition = study.Control
	if key.Open()[0].Condition != study.Student {
		t.Error("the key can be changed through what it gave")
	}
	if key.Study() != "DEMO-MIETE-01" || key.Test() != "T1" || key.Seed() != -2026 || key.Len() != 2 {
		t.Errorf("key of %s/%s, seed %d, %d answers", key.Study(), key.Test(), key.Seed(), key.Len())
	}
}

// keys draws the parts of a key.
func keys() *rapid.Generator[[]studykey.Row] {
	return rapid.Custom(func(t *rapid.T) []studykey.Row {
		var rows []studykey.Row
		for i, code := range study.CodesFor(rapid.IntRange(1, 5).Draw(t, "answers")) {
			aids := study.Absent[bool](study.Absence(rapid.IntRange(0, 7).Draw(t, "absence")))
			if rapid.Bool().Draw(t, "aids stated") {
				aids = study.Known(rapid.Bool().Draw(t, "aids"))
			}
			rows = append(rows, studykey.Row{
				Code: code, Answer: fmt.Sprintf("a%02d", i+1), Condition: rapid.SampledFrom(study.Conditions()).Draw(t, "condition"),
				Origin: study.Origin{
					Provider: rapid.String().Draw(t, "provider"), Prompt: rapid.String().Draw(t, "prompt"),
					Participant: rapid.StringMatching(`[A-Z][0-9]{2}`).Draw(t, "participant"), Aids: aids,
				},
				SHA256: rapid.StringMatching(`[0-9a-f]{64}`).Draw(t, "sha256"),
			})
		}
		return rows
	})
}

func TestAKeyComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := keys().Draw(t, "rows")
		key, err := studykey.New(rapid.String().Draw(t, "study"), "T1", rapid.Int32().Draw(t, "seed"), rows,
			rapid.SliceOfN(rapid.Byte(), studykey.SaltSize, studykey.SaltSize).Draw(t, "salt"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := studykey.Decode(encode(t, key))
		if err != nil {
			t.Fatal(err)
		}
		if !got.Equal(key) || got.Verify(key.Commitment()) != nil {
			t.Fatal("another commitment")
		}
		if diff := cmp.Diff(key.Open(), got.Open(), cmp.Comparer(equalAids)); diff != "" {
			t.Fatalf("-written +read:\n%s", diff)
		}
	})
}

// changes lists every single field of a value of strings, numbers and Maybes, each as a function that changes it.
func changes(v reflect.Value, name string) map[string]func(reflect.Value) {
	list := map[string]func(reflect.Value){}
	for i := range v.NumField() {
		field := name + "." + v.Type().Field(i).Name
		switch v.Field(i).Interface().(type) {
		case study.Origin:
			for name, change := range changes(v.Field(i), field) {
				list[name] = func(v reflect.Value) { change(v.Field(i)) }
			}
		case study.Condition:
			list[field] = func(v reflect.Value) { v.Field(i).SetString(string(study.OtherAI)) }
		case study.Maybe[bool]:
			list[field+" value"] = func(v reflect.Value) { v.Field(i).Set(reflect.ValueOf(study.Known(true))) }
			list[field+" reason"] = func(v reflect.Value) { v.Field(i).Set(reflect.ValueOf(study.Absent[bool](study.Refused))) }
		case bool:
			list[field] = func(v reflect.Value) { v.Field(i).SetBool(!v.Field(i).Bool()) }
		default:
			list[field] = func(v reflect.Value) { v.Field(i).SetString(v.Field(i).String() + "!") }
		}
	}
	return list
}

func TestTheCommitmentFixesEveryField(t *testing.T) {
	key := demoKey(t)
	others := map[string]studykey.Key{}
	add := func(name string, id, test string, seed int32, rows []studykey.Row, salt []byte) {
		k, err := studykey.New(id, test, seed, rows, salt)
		if err != nil {
			t.Fatal(err)
		}
		others[name] = k
	}
	add("study", "DEMO-MIETE-02", "T1", -2026, demoRows(), salt(7))
	add("test", "DEMO-MIETE-01", "T2", -2026, demoRows(), salt(7))
	add("seed", "DEMO-MIETE-01", "T1", 2026, demoRows(), salt(7))
	add("salt", "DEMO-MIETE-01", "T1", -2026, demoRows(), salt(8))
	add("one row less", "DEMO-MIETE-01", "T1", -2026, demoRows()[:1], salt(7))
	swapped := demoRows()
	swapped[0], swapped[1] = swapped[1], swapped[0]
	add("order of rows", "DEMO-MIETE-01", "T1", -2026, swapped, salt(7))
	repeated := append(demoRows(), demoRows()[0])
	repeated[2].Code, repeated[2].RepeatOf = "Z", "X"
	add("a repeat", "DEMO-MIETE-01", "T1", -2026, repeated, salt(7))
	for name, change := range changes(reflect.ValueOf(studykey.Row{}), "row") {
		rows := demoRows()
		if change(reflect.ValueOf(&rows[0]).Elem()); rows[0].RepeatOf != "" {
			continue // names another code, as above
		}
		add(name, "DEMO-MIETE-01", "T1", -2026, rows, salt(7))
	}
	seen := map[string]string{key.Commitment(): "the key itself"}
	for name, k := range others {
		if other, twice := seen[k.Commitment()]; twice {
			t.Errorf("%s: same commitment as %s", name, other)
		}
		seen[k.Commitment()] = name
		if k.Equal(key) || !study.HasProblem(k.Verify(key.Commitment()), "key.changed") {
			t.Errorf("%s: taken for the same key", name)
		}
	}
}

func TestWhatIsNoKeyIsRefused(t *testing.T) {
	whole := string(encode(t, demoKey(t)))
	for name, c := range map[string]struct{ file, want string }{
		"nothing":              {"", "key.not-a-key"},
		"a text":               {"X = Reporter", "key.not-a-key"},
		"a log":                {`{"format":"iucom-log/1"}`, "key.not-a-key"},
		"cut off":              {whole[:len(whole)/2], "key.not-a-key"},
		"a newer key":          {`{"format":"iucom-key/3"}`, "key.newer-format"},
		"an unknown field":     {strings.Replace(whole, `"seed"`, `"note": "x", "seed"`, 1), "key.broken"},
		"a salt too short":     {strings.Replace(whole, `"salt": "0707`, `"salt": "07`, 1), "key.broken"},
		"a salt of letters":    {strings.Replace(whole, `"salt": "07`, `"salt": "zz`, 1), "key.broken"},
		"a seed too large":     {strings.Replace(whole, "-2026", "2147483648", 1), "key.broken"},
		"a code twice":         {strings.Replace(whole, `"code": "Y"`, `"code": "X"`, 1), "key.broken"},
		"an answer twice":      {strings.Replace(whole, `"a01"`, `"a02"`, 1), "key.broken"},
		"an unknown condition": {strings.Replace(whole, `"reporter"`, `"oracle"`, 1), "key.broken"},
		"an exchanged origin":  {strings.Replace(whole, secret, "Lumen", 1), "key.changed"},
		"another commitment":   {strings.Replace(whole, `"commitment": "`, `"commitment": "0`, 1), "key.changed"},
	} {
		t.Run(name, func(t *testing.T) {
			k, err := studykey.Decode([]byte(c.file))
			if problems := study.Problems(err); len(problems) != 1 || problems[0].ID != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if !k.IsZero() {
				t.Error("a key came with the problem")
			}
			if err != nil && (strings.Contains(err.Error(), "Lumen") || strings.Contains(err.Error(), secret)) {
				t.Errorf("the error names an origin: %v", err)
			}
		})
	}
}

func TestAKeyIsMadeWholeOrNotAtAll(t *testing.T) {
	twice := demoRows()
	twice[1].Code = "X"
	for name, c := range map[string]struct {
		rows []studykey.Row
		salt []byte
	}{
		"no salt": {demoRows(), nil}, "a code twice": {twice, salt(7)}, "an empty row": {make([]studykey.Row, 1), salt(7)},
	} {
		t.Run(name, func(t *testing.T) {
			if k, err := studykey.New("S", "T", 1, c.rows, c.salt); err == nil || !k.IsZero() {
				t.Errorf("got %v, %v", k, err)
			}
		})
	}
	var none studykey.Key
	if _, err := none.Encode(); err == nil {
		t.Error("the zero key was written")
	}
	if none.Len() != 0 || none.Commitment() != "" || none.Verify("") == nil {
		t.Error("the zero key passes for one")
	}
}

func TestTheTableIsForSpreadsheets(t *testing.T) {
	rows := demoRows()
	rows[1].Origin.Provider = `=HYPERLINK("x")`
	key, err := studykey.New("S", "T", 1, rows, salt(1))
	if err != nil {
		t.Fatal(err)
	}
	catalogues, err := lang.All()
	if err != nil {
		t.Fatal(err)
	}
	for l, words := range catalogues {
		data, err := key.CSV(words)
		if err != nil {
			t.Fatal(err)
		}
		table := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
		table.Comma = ';'
		lines, err := table.ReadAll()
		if err != nil || len(lines) != 3 {
			t.Fatalf("%s: %v, %v", l, lines, err)
		}
		if text := string(data); strings.Contains(text, "‹") || strings.Contains(text, ";=") {
			t.Errorf("%s: a gap or a formula in\n%s", l, text)
		}
		if lines[2][3] != `'=HYPERLINK("x")` {
			t.Errorf("%s: %q", l, lines[2][3])
		}
	}
}

// TestExampleOfTheSpecificationIsAKey keeps FORMAT.md true.
func TestExampleOfTheSpecificationIsAKey(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```json\n(.*?)```\n")
	want := encode(t, demoKey(t))
	if *update {
		page = block.ReplaceAllLiteral(page, []byte("```json\n"+string(want)+"```\n"))
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
	if key, err := studykey.Decode(found[1]); err != nil || !key.Equal(demoKey(t)) {
		t.Errorf("read as %v, %v", key, err)
	}
}

func FuzzDecode(f *testing.F) {
	whole := encode(f, demoKey(f))
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(`{"format":"iucom-key/1","rows":[{}]}`))
	f.Add([]byte(`{"format":"iucom-key/9"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		key, err := studykey.Decode(data)
		if err != nil {
			if len(study.Problems(err)) != 1 || !key.IsZero() {
				t.Fatalf("no problem a person can read: %v", err)
			}
			return
		}
		if again, err := studykey.Decode(encode(t, key)); err != nil || !again.Equal(key) {
			t.Fatalf("written again it is another: %v", err)
		}
	})
}
