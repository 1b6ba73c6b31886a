package handout_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/folder"
	"iucomstudien/internal/handout"
	"iucomstudien/internal/study"
)

// FuzzAudit checks that an audit ends with findings or an error whatever it opens, and that it gives the same findings
// each time.
func FuzzAudit(f *testing.F) {
	f.Add(pack(f, build(f, input(), study.German)))
	f.Add(pack(f, []folder.File{{Name: "b.zip", Data: pack(f, []folder.File{{Name: "a.txt", Data: []byte("a07 T02")}})}}))
	f.Add([]byte("PK\x03\x04"))
	secrets := handout.SecretsOf([]study.Answer{{ID: "a07", Origin: study.Origin{Provider: "Lumen", Model: "lumen-4", Participant: "T02"}}})
	f.Fuzz(func(t *testing.T, data []byte) {
		one, err := handout.Audit(data, secrets)
		if err != nil {
			return
		}
		two, err := handout.Audit(bytes.Clone(data), secrets)
		if diff := cmp.Diff(one, two); diff != "" || err != nil {
			t.Fatalf("%v, %s", err, diff)
		}
	})
}

func BenchmarkAudit60(b *testing.B) {
	in := input()
	in.Answers = nil
	var answers []study.Answer
	for i, code := range study.CodesFor(60) {
		in.Answers = append(in.Answers, study.BlindedAnswer{Code: code, Text: strings.Repeat("Die Kündigung ist nach § 33 MRG unwirksam.\n", 60)})
		answers = append(answers, study.Answer{ID: fmt.Sprintf("a%02d", i), Origin: study.Origin{Provider: fmt.Sprintf("Provider %d", i)}})
	}
	data := pack(b, build(b, in, study.German))
	secrets := handout.SecretsOf(answers)
	for b.Loop() {
		if _, err := handout.Audit(data, secrets); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFolder200 makes the folder of 200 answers with its zip and audits it: what a person waits for.
func BenchmarkFolder200(b *testing.B) {
	in, cat := input(), catalogue(b, study.German)
	in.Answers = nil
	var answers []study.Answer
	for i, code := range study.CodesFor(200) {
		in.Answers = append(in.Answers, study.BlindedAnswer{Code: code, Text: strings.Repeat("Die Kündigung ist nach § 33 MRG unwirksam.\n\n", 60)})
		answers = append(answers, study.Answer{ID: fmt.Sprintf("a%02d", i), Origin: study.Origin{Provider: fmt.Sprintf("Provider %d", i)}})
	}
	secrets := handout.SecretsOf(answers)
	for b.Loop() {
		files, err := handout.Build(in, cat)
		if err != nil {
			b.Fatal(err)
		}
		data, err := handout.Zip(files, in.Moment)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := handout.Audit(data, secrets); err != nil {
			b.Fatal(err)
		}
		if err := folder.WriteTree(b.TempDir()+"/Blind", files, 0o644); err != nil {
			b.Fatal(err)
		}
	}
}
