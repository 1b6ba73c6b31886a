package conduct_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/job"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/stard/consent"
	"iucomstudien/internal/stard/protocol"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studylog"
)

func TestTheSampleHasAStardReport(t *testing.T) {
	c, d := ran(t, t.TempDir())
	ctx := context.Background()
	written, err := c.Stard(ctx, d.Ref.Study, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report.html", "report.docx", "figures.csv", "cases.csv", "table.csv", "table.tex", "data.json"} {
		if info, err := os.Stat(filepath.Join(written.Folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	m, err := c.StardModel(ctx, d.Ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	p := m.Participants[0]
	if len(m.Participants) != 1 || len(m.Result.Tables) != 5 || p.Collected.IsZero() || !p.ReferenceSet.Before(p.Collected) {
		t.Errorf("%d cases, %d tables, reference %v, answers %v", len(m.Participants), len(m.Result.Tables), p.ReferenceSet, p.Collected)
	}
	if !slices.ContainsFunc(p.Answers, func(a stard.Answer) bool { return a.Lost == stard.NoConsent && a.Condition == study.Student }) {
		t.Error("the student without consent is not counted")
	}
	if v, err := c.Verify(ctx, d.Ref); err != nil || v.Err() != nil {
		t.Errorf("afterwards the study no longer verifies: %v, %v", err, v.Err())
	}
}

func TestAStardReportNeedsAnUnblindedCaseWithAQuestion(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	s, err := c.CreateStudy(ctx, study.Study{Name: "Empty", Language: study.Polish})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Stard(ctx, s.ID, job.Silent)
	wantProblem(t, err, "stard.no-question")
	ref := collecting(t, c)
	_, err = c.Stard(ctx, ref.Study, job.Silent)
	wantProblem(t, err, "stard.all-blinded")
	_, err = c.Methods(ctx, ref.Study, study.English)
	wantProblem(t, err, "methods.all-blinded")
	_, err = c.Stard(ctx, "nothing", job.Silent)
	wantProblem(t, err, "study.not-found")
}

func TestADeletedTestStaysInTheFlow(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	if err := c.DeleteTest(ctx, ref); err != nil {
		t.Fatal(err)
	}
	m, err := c.StardModel(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Participants) != 1 || m.Participants[0].Excluded != stard.Cancelled || m.Participants[0].Question == "" {
		t.Errorf("%+v", m.Participants)
	}
}

func TestWhatTheLeadWritesInAnItemIsKeptAndTheLogDoesNotHoldIt(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	for _, text := range []string{"Registered as OSF-12.", ""} {
		if _, err := c.WriteStardItem(ctx, ref.Study, "28", " "+text+"\n"); err != nil {
			t.Fatal(err)
		}
		items, err := c.StardItems(ctx, ref.Study, study.German)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(items, func(it conduct.StardItem) bool { return it.ID == "28" })
		if items[i].Text != text || items[i].Open != (text == "") {
			t.Errorf("%+v", items[i])
		}
	}
	_, err := c.WriteStardItem(ctx, ref.Study, "31", "x")
	wantProblem(t, err, "stard.no-item")
	_, err = c.WriteStardItem(ctx, ref.Study, "30", strings.Repeat("x", stard.MaxText+1))
	wantProblem(t, err, "stard.long-text")
	wantProblem(t, c.SetStardCase(ctx, ref, "dull", ""), "stard.severity")
	wantProblem(t, c.SetStardCase(ctx, conduct.Ref{Study: ref.Study, Test: "T9"}, stard.Clear, ""), "test.not-found")
	if err := c.SetStardCase(ctx, ref, stard.Clear, "no ground"); err != nil {
		t.Fatal(err)
	}
	log, err := c.Log(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		if strings.Contains(string(e.Data), "OSF-12") || strings.Contains(string(e.Data), "no ground") {
			t.Errorf("the log holds the text: %s", e.Data)
		}
	}
}

func TestAProtocolIsBoundByTheLogAndSaysWhatWasKnown(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	first, err := c.Protocol(ctx, ref.Study, false)
	if err != nil || first.Stage != protocol.Before || first.Version != 1 {
		t.Fatalf("%+v, %v", first, err)
	}
	withAnswers(t, c, ref)
	second, err := c.Protocol(ctx, ref.Study, false)
	if err != nil || second.Stage != protocol.Answers || second.Version != 2 {
		t.Fatalf("%+v, %v", second, err)
	}
	log, err := c.Log(ctx, ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []conduct.WrittenProtocol{first, second} {
		if e := log[w.Entry-1]; e.Kind != studylog.ProtocolWritten {
			t.Errorf("entry %d is %s", w.Entry, e.Kind)
		}
		for _, file := range w.Files {
			files, err := conduct.LoadFiles(ctx, []string{file})
			if err != nil {
				t.Fatal(err)
			}
			if sum := files[0].SHA256(); sum != w.SHA256[files[0].Name] || !strings.Contains(string(log[w.Entry-1].Data), sum) {
				t.Errorf("the log does not bind %s", files[0].Name)
			}
		}
	}
}

func TestAProtocolAfterUnblindingIsRefusedOrMarked(t *testing.T) {
	c, d := ran(t, t.TempDir())
	ctx := context.Background()
	_, err := c.Protocol(ctx, d.Ref.Study, false)
	wantProblem(t, err, "protocol.after-unblinding")
	late, err := c.Protocol(ctx, d.Ref.Study, true)
	if err != nil || late.Stage != protocol.Unblinded {
		t.Errorf("%+v, %v", late, err)
	}
	text, err := c.Methods(ctx, d.Ref.Study, study.German)
	if err != nil || !strings.Contains(text.Plain, "6 Antworten") || len(text.Citations) == 0 {
		t.Errorf("%v, %v", text, err)
	}
}

func TestTheConsentFormRemembersItsFields(t *testing.T) {
	c, ctx := open(t, t.TempDir()), context.Background()
	ref := collecting(t, c)
	path := filepath.Join(t.TempDir(), "consent.docx")
	o := conduct.ConsentOptions{Study: ref.Study, Language: study.Polish, Fields: map[consent.Field]string{consent.Contact: "a@example.org"}}
	first, err := c.WriteConsent(ctx, path, o)
	if err != nil || first.Complete || slices.Contains(first.Open, consent.Contact) {
		t.Fatalf("%+v, %v", first, err)
	}
	o.Complete = true
	_, err = c.WriteConsent(ctx, path, o)
	wantProblem(t, err, "consent.incomplete")
	o.Fields = map[consent.Field]string{}
	for _, f := range consent.Fields() {
		if f != consent.Contact {
			o.Fields[f] = "x"
		}
	}
	if done, err := c.WriteConsent(ctx, path, o); err != nil || !done.Complete {
		t.Errorf("%+v, %v", done, err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	_, err = c.WriteConsent(ctx, path, conduct.ConsentOptions{Language: "fr"})
	wantProblem(t, err, "lang.unknown")
}
