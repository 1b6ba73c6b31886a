package conduct_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/grading"
	"iucomstudien/internal/job"
	"iucomstudien/internal/study"
)

// randomWord is a word that no text of the program holds.
func randomWord(r *rand.Rand) string {
	letters := make([]byte, 9)
	for i := range letters {
		letters[i] = byte('a' + r.IntN(26))
	}
	return "Q" + string(letters) + fmt.Sprint(10+r.IntN(90))
}

// sixty brings sixty answers of random origins into a test and gives every text that would tell one of them.
func sixty(t *testing.T, c *conduct.Conduct, ref conduct.Ref, r *rand.Rand) (secrets []string) {
	t.Helper()
	for i := range 60 {
		text := fmt.Sprintf("The notice of number %d is void under § %d of the Act, since no reason was given.", i+1, 1+r.IntN(99))
		file, participant := randomWord(r)+".txt", fmt.Sprintf("T%02d%04d", i, r.IntN(10000))
		conditions := study.Conditions()
		hint := conduct.Hint{Condition: conditions[r.IntN(len(conditions))]}
		if hint.Condition.Human() {
			hint.Origin = study.Origin{Participant: participant, Consent: study.ConsentGiven}
		} else {
			hint.Origin = study.Origin{Provider: randomWord(r), Model: randomWord(r) + "-chat", Version: "build-" + randomWord(r)}
		}
		if done := bring(t, c, ref, file, text, hint); len(done.Answers) != 1 {
			t.Fatalf("%s by %s was not taken over: %+v", file, hint.Condition, done)
		}
		secrets = append(secrets, strings.TrimSuffix(file, ".txt"))
		for _, s := range []string{hint.Origin.Participant, hint.Origin.Provider, hint.Origin.Model, hint.Origin.Version} {
			if s != "" {
				secrets = append(secrets, s)
			}
		}
	}
	answers, err := c.Answers(context.Background(), ref)
	if err != nil || len(answers) != 60 {
		t.Fatalf("%d answers, %v", len(answers), err)
	}
	for _, a := range answers {
		secrets = append(secrets, a.File.SHA256, `"`+a.ID+`"`, "_"+a.ID+".", "("+a.ID+")")
	}
	return secrets
}

func TestNeitherBlindFolderNorGradingRequestTellsAnOriginOfSixtyAnswers(t *testing.T) {
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			c, ctx, r := open(t, t.TempDir()), context.Background(), rand.New(rand.NewPCG(seed, 60))
			ref := collecting(t, c)
			secrets := sixty(t, c, ref, r)
			if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
				t.Fatal(err)
			}
			h, err := c.HandOutTo(ctx, ref, conduct.HandOutOptions{Reviewers: []string{"R01", "R02"}, Orders: true}, job.Silent)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range h.Copies {
				searchTree(t, one.Folder, secrets)
				data, err := os.ReadFile(one.Zip)
				if err != nil {
					t.Fatal(err)
				}
				searchFor(t, filepath.Base(one.Zip), data, secrets)
			}
			for i, request := range requests(t, c, ref, r) {
				searchFor(t, fmt.Sprintf("request %d", i+1), []byte(request), secrets)
			}
		})
	}
}

// requests are the requests to an AI grader about a test.
func requests(t *testing.T, c *conduct.Conduct, ref conduct.Ref, r *rand.Rand) (list []string) {
	t.Helper()
	order, err := c.GradingOrder(context.Background(), ref)
	if err != nil || len(order.Answers) != 60 {
		t.Fatalf("order of %d answers, %v", len(order.Answers), err)
	}
	for _, part := range order.Split(0) {
		part.Nonce = fmt.Sprintf("%06x", r.IntN(1<<24))
		text, err := grading.Request(part)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	return list
}

// searchTree searches the names and contents of all files below a folder.
func searchTree(t *testing.T, dir string, secrets []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		searchFor(t, name, append([]byte(name+"\n"), data...), secrets)
		searchFor(t, name, data, secrets)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func searchFor(t *testing.T, name string, data []byte, secrets []string) {
	t.Helper()
	parts := unpacked(t, data) // once for all: unpacking takes longer than looking
	for _, s := range secrets {
		if slices.ContainsFunc(parts, func(part []byte) bool { return bytes.Contains(part, []byte(s)) }) {
			t.Errorf("%s holds %q", name, s)
		}
	}
}

// unpacked is a file and, where it is packed, everything in it.
func unpacked(t *testing.T, data []byte) [][]byte {
	t.Helper()
	all := [][]byte{data}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return all
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		inner, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, unpacked(t, inner)...)
	}
	return all
}

func TestAQuestionAboutAProviderAsASubjectOfLawIsNotBlackedOut(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s, err := c.CreateStudy(ctx, study.Study{Name: "Liability", Language: study.English})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		facts, answer string
		stops         bool
	}{
		{"Is OpenAI liable for what ChatGPT says?", "OpenAI is liable for ChatGPT under § 1 of the Act.", false},
		{"Who is liable for a false statement?", "OpenAI is liable under § 1 of the Act.", true},
		{"Is OpenAI liable for what ChatGPT says?", "My answer was trained by OpenAI: it is liable under § 1 of the Act.", true},
	} {
		k, err := c.KeepCase(ctx, study.Case{Title: tt.answer[:9] + tt.facts[:9], Area: "AI", Facts: tt.facts})
		if err != nil {
			t.Fatal(err)
		}
		x, err := c.CreateTest(ctx, study.Test{StudyID: s.ID, CaseID: k.ID, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		ref := conduct.Ref{Study: s.ID, Test: x.ID}
		bring(t, c, ref, "a.txt", tt.answer, conduct.Hint{Condition: study.OtherAI, Origin: study.Origin{Provider: "OpenAI", Model: "lumen-9"}})
		bring(t, c, ref, "b.txt", "Nobody is liable under § 2 of the Act.", conduct.Hint{Condition: study.Control, Origin: study.Origin{Model: "beta-1"}})
		if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
			t.Fatal(err)
		}
		blinded := blindText(t, c, ref)
		if !tt.stops && !strings.Contains(blinded, "OpenAI is liable for ChatGPT") {
			t.Errorf("blacked out:\n%s", blinded)
		}
		a, err := c.Audit(ctx, ref)
		if err != nil || (len(a.Findings) > 0) != tt.stops {
			t.Errorf("%q: findings %v, %v; stops must be %v", tt.answer, a.Findings, err, tt.stops)
		}
	}
}
