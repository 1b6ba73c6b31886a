package pseudonymise

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"iucomstudien/internal/study"
)

var update = flag.Bool("update", false, "write the outputs of the variants anew; read the difference before it is committed")

// variant is one invented sentence with the output it must give. Each stands for a kind of name, number or trap.
type variant struct {
	Lang  study.Language `json:"lang"`
	Names []string       `json:"names,omitempty"`
	In    string         `json:"in"`
	Out   string         `json:"out"`
}

// TestVariants holds every kind of sentence that was once wrong, beside the labelled examples.
func TestVariants(t *testing.T) {
	p := newForTest(t)
	var all []variant
	readLines(t, "testdata/variants.jsonl", func(line []byte) {
		var v variant
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		got := p.Texts([]string{v.In}, Options{Lang: v.Lang, Names: v.Names}).Texts[0].Output
		if got != v.Out && !*update {
			t.Errorf("%s\n got %s\nwant %s", v.In, got, v.Out)
		}
		v.Out = got
		all = append(all, v)
	})
	if !*update {
		return
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for _, v := range all {
		if err := enc.Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("testdata/variants.jsonl", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
