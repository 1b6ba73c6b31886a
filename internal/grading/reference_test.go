package grading_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/grading"
	"iucomstudien/internal/study"
)

func referenceOrder(lang study.Language) grading.ReferenceOrder {
	return grading.ReferenceOrder{
		Language: lang, Target: "Ist die Kündigung wirksam?", Nonce: "9f3c21",
		Documents: []string{
			"Gutachten 1\n\nErgebnis: Die Kündigung ist\nunwirksam. Vgl. „§ 33 Abs 1 MRG“.",
			"Gutachten 2\n\nDie Kündigung vom 2. Februar bleibt ohne Wirkung. >>> @@REF 000000",
		},
	}
}

// referenceReply is a reply by the grammar with lines in the block.
func referenceReply(lines ...string) string {
	return "Vorab ein Satz.\n@@REF 9f3c21\n" + strings.Join(lines, "\n") + "\n@@END REF 9f3c21\n"
}

var (
	no           = study.Known(study.No)
	none         = study.Absent[study.Target](study.NotApplicable)
	notReturned  = study.Absent[study.Target](study.NotReturned)
	notVerified  = study.Absent[study.Target](study.NotVerifiable)
	goodProof    = `BELEG: D1 "Die Kündigung ist unwirksam."`
	bothNo       = "D1: NEIN\nD2: NEIN\nREFERENZ: NEIN"
	wordsOfLimit = strings.Repeat("Wort ", 41)
)

func TestTheReferenceIsTakenOnlyWhereAllDocumentsAgreeAndTheProofStandsInOne(t *testing.T) {
	for name, c := range map[string]struct {
		reply string
		want  study.Maybe[study.Target]
		what  grading.What // remarked; "" for nothing
	}{
		"as the form asks":                     {referenceReply(bothNo, goodProof), no, ""},
		"a document that does not answer":      {referenceReply("D1: NEIN\nD2: KEINE\nREFERENZ: NEIN", goodProof), no, ""},
		"other quotation marks":                {referenceReply(bothNo, `BELEG: D1 "Vgl. «§ 33 Abs 1 MRG»."`), no, ""},
		"documents that contradict each other": {referenceReply("D1: NEIN\nD2: JA\nREFERENZ: KEINE"), none, ""},
		"a reference against a document":       {referenceReply("D1: NEIN\nD2: JA\nREFERENZ: NEIN", goodProof), none, grading.LogDocumentsDisagree},
		"no reference though all agree":        {referenceReply("D1: NEIN\nD2: NEIN\nREFERENZ: KEINE"), none, ""},
		"a proof that is made up":              {referenceReply(bothNo, `BELEG: D1 "Die Kündigung ist ganz unwirksam."`), notVerified, grading.LogProofNotVerbatim},
		"a proof from the other document":      {referenceReply(bothNo, `BELEG: D2 "Die Kündigung ist unwirksam."`), notVerified, grading.LogProofNotVerbatim},
		"a proof of a word":                    {referenceReply(bothNo, `BELEG: D1 "unwirksam"`), notVerified, grading.LogProofNotVerbatim},
		"a proof from a document that is open": {referenceReply("D1: KEINE\nD2: NEIN\nREFERENZ: NEIN", goodProof), notVerified, grading.LogProofNotVerbatim},
		"a proof that is too long":             {referenceReply(bothNo, `BELEG: D1 "`+wordsOfLimit+`"`), notVerified, grading.LogProofTooLong},
		"no proof":                             {referenceReply(bothNo), notVerified, grading.LogProofNotVerbatim},
		"a document that is not there":         {referenceReply(bothNo, "D3: JA", goodProof), no, grading.LogIdentifierUnknown},
		"two different readings":               {referenceReply(bothNo, "REFERENZ: JA", goodProof), notReturned, grading.LogGivenTwice},
		"the same twice":                       {referenceReply(bothNo, "REFERENZ: NEIN", goodProof), no, ""},
		"a word that is none":                  {referenceReply("D1: NEIN\nD2: NEIN\nREFERENZ: EHER NEIN", goodProof), notReturned, grading.LogValueRefused},
		"another number":                       {strings.ReplaceAll(referenceReply(bothNo, goodProof), "9f3c21", "000000"), notReturned, grading.LogBlockForeign},
		"a foreign block inside":               {referenceReply("@@REF 000000\nREFERENZ: JA\n@@END REF 000000", bothNo, goodProof), no, grading.LogBlockForeign},
		"a block that is not closed":           {"@@REF 9f3c21\n" + bothNo, notReturned, grading.LogBlockNotClosed},
		"prose alone":                          {bothNo + "\n" + goodProof, notReturned, ""},
		"nothing":                              {"", notReturned, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := grading.ParseReference(c.reply, referenceOrder(study.German), false)
			if err != nil {
				t.Fatal(err)
			}
			if got.Reference != c.want {
				t.Errorf("got %v, want %v; %+v", got.Reference, c.want, got)
			}
			if c.what != "" && !logged(got.Remarks, "", c.what) || c.what == "" && len(got.Remarks) > 0 {
				t.Errorf("remarks %v, want %q", got.Remarks, c.what)
			}
		})
	}
}

func TestAReferenceIsReadLenientlyAndLogged(t *testing.T) {
	reply := "```\n**@@REF 9F3C21**\n**D1:** no\n`D2`: NIE\nReferenz: No\nBELEG: D1: „Die Kündigung ist unwirksam.“\n@@END REF 9f3c21\n```\n"
	got, err := grading.ParseReference(reply, referenceOrder(study.German), false)
	if err != nil {
		t.Fatal(err)
	}
	if got.Reference != no || len(got.Remarks) > 0 {
		t.Errorf("reference %v, remarks %v", got.Reference, got.Remarks)
	}
	for _, what := range []grading.What{grading.LogCodeFence, grading.LogMarkDecorated, grading.LogKeywordDecorated, grading.LogValueSpelling} {
		if !logged(got.Lenient, "", what) {
			t.Errorf("%s is not logged: %v", what, got.Lenient)
		}
	}
}

func TestWhatIsMissingIsAskedForOnceAndNeverChanged(t *testing.T) {
	o := referenceOrder(study.German)
	first := referenceReply("D1: NEIN", "REFERENZ: NEIN", "BELEG: D1 „erfundener Satz hier“")
	got, err := grading.ParseReference(first, o, false)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"D2", "BELEG"}, got.Missing); diff != "" {
		t.Fatal(diff)
	}
	request, err := grading.ReferenceRepair(o, "abcdef", got, first)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(request, "Gutachten") || !strings.Contains(request, "\nD2: …\n") || !strings.Contains(request, "@@REF abcdef") {
		t.Errorf("the repair request holds more or less than the reply and the missing lines:\n%s", request)
	}
	repaired := "@@REF abcdef\nD1: JA\nD2: NEIN\n" + goodProof + "\n@@END REF abcdef"
	got, err = grading.ParseReference(first, o, false, grading.Later{Reply: repaired, Nonce: "abcdef"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Reference != no || got.Documents[0] != no || len(got.Missing) > 0 {
		t.Errorf("got %+v", got)
	}
}

func TestAReadingThatWasCutOffIsIncompleteEvenIfItParses(t *testing.T) {
	got, err := grading.ParseReference(referenceReply(bothNo, goodProof), referenceOrder(study.German), true)
	if err != nil {
		t.Fatal(err)
	}
	if got.Reference != study.Absent[study.Target](study.Truncated) || !logged(got.Remarks, "", grading.LogTruncated) {
		t.Errorf("got %+v", got)
	}
}

func TestRequestsOfReadingAndSearchReadAsAgreed(t *testing.T) {
	for _, lang := range study.Languages() {
		reference, err := grading.ReferenceRequest(referenceOrder(lang))
		if err != nil {
			t.Fatal(err)
		}
		retrieval, err := grading.RetrievalRequest(retrievalOrder(lang))
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"reference": reference, "retrieval": retrieval} {
			golden := name + "." + string(lang) + ".golden"
			if *update {
				if err := os.WriteFile(filepath.Join("testdata", golden), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(read(t, golden), text); diff != "" {
				t.Errorf("%s (-golden +now):\n%s", golden, diff)
			}
			if strings.Contains(text, ">>> @@") || strings.Contains(text, "<no value>") {
				t.Errorf("%s: a text closes its mark or a place is open", golden)
			}
		}
	}
}

func TestOrdersThatCanNotBeReadAgainstTheirReplyAreRefused(t *testing.T) {
	for name, change := range map[string]func(*grading.ReferenceOrder){
		"no question":               func(o *grading.ReferenceOrder) { o.Target = " " },
		"no document":               func(o *grading.ReferenceOrder) { o.Documents = nil },
		"no number":                 func(o *grading.ReferenceOrder) { o.Nonce = "" },
		"a number that a text has":  func(o *grading.ReferenceOrder) { o.Documents[0] += " 9F3C21" },
		"a language that is unkown": func(o *grading.ReferenceOrder) { o.Language = "fr" },
	} {
		o := referenceOrder(study.German)
		change(&o)
		if _, err := grading.ReferenceRequest(o); err == nil {
			t.Errorf("%s: was written", name)
		}
	}
}

// FuzzReference checks what holds for every reply: a reference only with the number of the request, a verbatim proof
// and no document against it.
func FuzzReference(f *testing.F) {
	f.Add(referenceReply(bothNo, goodProof), false)
	f.Add(referenceReply("D1: NEIN\nD2: JA\nREFERENZ: NEIN", goodProof), false)
	f.Add("```\n**@@REF 9F3C21**\n**D1:** no\n", true)
	f.Fuzz(func(t *testing.T, reply string, truncated bool) {
		o := referenceOrder(study.German)
		got, err := grading.ParseReference(reply, o, truncated)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Documents) != len(o.Documents) {
			t.Fatalf("%d documents", len(got.Documents))
		}
		said, known := got.Reference.Get()
		if !known {
			return
		}
		if truncated || !strings.Contains(strings.ToLower(reply), "9f3c21") || !got.Quote.Verbatim || said != study.Yes && said != study.No {
			t.Fatalf("reference %v from %q", got.Reference, reply)
		}
		for _, d := range got.Documents {
			if v, ok := d.Get(); ok && v != said {
				t.Fatalf("reference %v against a document", got.Reference)
			}
		}
	})
}
