package handout_test

import (
	"bytes"
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
