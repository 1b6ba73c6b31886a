package conduct_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/folder"
	"iucomstudien/internal/job"
	"iucomstudien/internal/llm"
	"iucomstudien/internal/stard"
	"iucomstudien/internal/study"
)

var searchForm = regexp.MustCompile(`(?m)^@@RUN (r[0-9]+) ([0-9a-f]{6})$`)

// examiner is one model for everything: it answers as a willing model does, grades whatever codes and number a request
// has, a little otherwise each time, and evaluates searches.
func examiner(t *testing.T) *modelServer {
	return serveModel(t, func(w http.ResponseWriter, r *http.Request, question string, n int) {
		if r.Header.Get("Authorization") != "Bearer "+plantedKey {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if m := searchForm.FindStringSubmatch(question); m != nil {
			completesAs(w, "gpt-5-2026", fmt.Sprintf("@@RUN %[1]s %[2]s\nSTUFE1: S1=2\nTREFFER: G1=S1 G2=NEIN\nSTUFE2: TREU=3 VERZERRT=1 UNGEDECKT=0\n@@END RUN %[1]s %[2]s", m[1], m[2]))
			return
		}
		codes, nonce := gradedCodes(question)
		if len(codes) == 0 {
			said := httptest.NewRecorder()
			willing(said, r, question, n)
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, strings.ReplaceAll(said.Body.String(), "m-0307", "gpt-5-2026"))
			return
		}
		var b strings.Builder
		for i, code := range codes {
			block := gradingBlock(code, nonce, 1+(i+n)%4)
			b.WriteString(strings.Replace(block, "ABWEICHUNG:", "KATEGORIE: KORREKT\nUEBEREINSTIMMUNG: 80\nABWEICHUNG:", 1))
		}
		completesAs(w, "gpt-5-2026", b.String())
	})
}

// examined takes the sample study through, with answers asked of a model and graded by one, up to the key being opened.
func examined(t *testing.T, dir string) (*conduct.Conduct, conduct.Ref) {
	t.Helper()
	ctx := t.Context()
	home, err := folder.At(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := conduct.Open(ctx, conduct.Config{Home: home, Now: clock(), Salt: strings.NewReader(strings.Repeat("salt", 1000)),
		Passphrase: func() (string, error) { return "a passphrase", nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	ref, _, err := c.OpenSample(ctx, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	p := local(examiner(t))
	p.Model = "gpt-5"
	if err := c.SaveProvider(ctx, p); err != nil {
		t.Fatal(err)
	}
	if _, err := c.SetKey(ctx, "local", plantedKey); err != nil {
		t.Fatal(err)
	}
	area, err := c.Home().Area("Mietrecht")
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(area, "kuendigung.txt"), "Kündigung\nDie Kündigung (notice) einer Wohnung ist nach § 33 Abs 1 MRG nur gerichtlich möglich (period).")
	o := order(study.Control, 2)
	for _, step := range []conduct.AskOrder{o, order(study.Reporter, 2), {Condition: study.Reporter, Runs: 3, Provider: "local", Gold: true}} {
		if _, err := c.Ask(ctx, ref, step, job.Silent); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Blind(ctx, ref, conduct.BlindOptions{}, job.Silent); err != nil {
		t.Fatal(err)
	}
	h, err := c.HandOutTo(ctx, ref, conduct.HandOutOptions{Reviewers: []string{"R01", "R02"}, Repeats: 3, Accept: "invented"}, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	grade := gradeBy("local")
	grade.Repeats, grade.Leave, grade.Second = 3, conduct.LeaveOut, &llm.Choice{Provider: "local", Model: "claude-sonnet-4-5"}
	if runs, err := c.Grade(ctx, ref, grade, job.Silent); err != nil || !runs[0].Complete || !runs[1].Complete {
		t.Fatalf("%+v, %v", runs, err)
	}
	rateAll(t, c, ref, h.Codes)
	return c, ref
}

// rateAll brings in the sheets of two reviewers who differ on the first code, and their consensus on it.
func rateAll(t *testing.T, c *conduct.Conduct, ref conduct.Ref, codes []study.Code) {
	t.Helper()
	ctx := t.Context()
	var files []conduct.File
	for i, id := range []string{"R01", "R02"} {
		text := "# Studie;" + ref.Study + "\n# Bewertende;" + id + "\nCode;Kategorie;Übereinstimmung %;Note 1–5;Rasterstufe;Zielfrage;Herkunft (zuletzt!);Bemerkungen\n"
		for j, code := range codes {
			category := []string{"korrekt", "unvollständig", "halluziniert"}[j%3]
			if i == 1 && j == 0 {
				category = "halluziniert"
			}
			text += fmt.Sprintf("%s;%s;%d;%d;%d;nein;%s;\n", code, category, 50+j, 1+j%5, 1+j%4, []string{"KI", "Mensch"}[j%2])
		}
		files = append(files, conduct.File{Name: id + ".csv", Data: []byte(text)})
	}
	p, err := c.PreviewRatings(ctx, ref, files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.ImportRatings(ctx, ref, p, false); err != nil {
		t.Fatal(err)
	}
	if err := c.Adjudicate(ctx, ref, conduct.Agreement{Code: codes[0], Category: study.Incomplete, By: []string{"R01", "R02"}, Reason: "Rechtsfolge fehlt"}); err != nil {
		t.Fatal(err)
	}
}

// concluded opens the key, has a search evaluated and writes the report.
func concluded(t *testing.T, c *conduct.Conduct, ref conduct.Ref) conduct.Written {
	t.Helper()
	ctx := t.Context()
	if err := c.Unblind(ctx, ref); err != nil {
		t.Fatal(err)
	}
	evaluateSearch(t, c, ref, "r2")
	w, err := c.Report(ctx, ref, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func evaluateSearch(t *testing.T, c *conduct.Conduct, ref conduct.Ref, name string) {
	t.Helper()
	runs, err := c.SearchRuns(t.Context(), ref)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(runs, func(r conduct.SearchRun) bool { return r.Run == name && !r.Gold })
	if at < 0 {
		t.Fatalf("no run %s in %+v", name, runs)
	}
	if _, err := c.EvaluateRetrieval(t.Context(), ref, atLocal(), runs[at], []string{"§ 33 MRG", "§ 1096 ABGB"}); err != nil {
		t.Fatal(err)
	}
}

// plainText is a page or Word file without its tags.
func plainText(t *testing.T, path string) string {
	t.Helper()
	var data []byte
	var err error
	if strings.HasSuffix(path, ".docx") {
		data = wordText(t, path)
	} else if data, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(data), "")
	return strings.NewReplacer("&#43;", "+", "&lt;", "<", "&gt;", ">", "&#34;", `"`, "&quot;", `"`, "&amp;", "&").Replace(text)
}

func TestAnExaminedStudyReportsWhatModelsDidAndCost(t *testing.T) {
	dir := t.TempDir()
	c, ref := examined(t, dir)
	w := concluded(t, c, ref)
	for _, name := range []string{"report.html", "report.docx"} {
		text := plainText(t, filepath.Join(w.Folder, name))
		for what, want := range map[string]string{
			"costs":               "Zusammen",
			"wording":             "Beantworte die folgende Rechtsfrage nach österreichischem Recht",
			"wording of grading":  "<<<ANSWER ",
			"repetition":          "Der Wortlaut ist der von Anfrage",
			"search":              "3 von 4",
			"graded answers":      "bewertete 10 dieser 13 Antworten",
			"second model":        "bewertete AI2 (gpt-5-2026) 10 der 13 Antworten",
			"checked citations":   "in 10 von 13 Antworten zusammen 20 Zitate",
			"not graded":          "kein KI-Ergebnis",
			"request of answer":   "in vollem Wortlaut als Anfrage 1 abgedruckt",
			"no measurement":      "keine Messung",
			"own family":          "gehört zu einer Modellfamilie, aus der auch geprüfte Antworten stammen",
			"second grader":       "AI2",
			"spread":              "In jeder Wiederholung gleich",
			"self-preference":     "Bevorzugt eine Bewertung die eigene Modellfamilie?",
			"left out":            "weil die Verfassenden einem KI-Anbieter nicht zugestimmt haben",
			"consensus":           "Kategorien nach Einigung",
			"reason of consensus": "Rechtsfolge fehlt",
			"repeats":             "zweimal vorgelegt",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say the %s (%q)", name, what, want)
			}
		}
	}
	figuresAreThere(t, w.Folder)
	if v, err := c.Verify(t.Context(), ref); err != nil || v.Err() != nil {
		t.Errorf("%+v, %v", v, err)
	}
	figuresAreVerified(t, c, ref, w)
	for _, form := range []string{plantedKey, plantedKey[3:20]} {
		if found := traces(t, dir, form); found != nil {
			t.Errorf("the key is in %v", found)
		}
	}
}

func TestAnswersThatHadTheGoldStandardDecideNothing(t *testing.T) {
	c, ref := examined(t, t.TempDir())
	concluded(t, c, ref)
	m, err := c.StardModel(t.Context(), ref.Study)
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for _, a := range m.Participants[0].Answers {
		if a.Lost == stard.SawGold {
			lost++
		}
	}
	if lost != 3 {
		t.Errorf("%d answers of runs with the gold standard are set aside, want 3", lost)
	}
	for _, table := range m.Result.Tables {
		if c := table.PerAnswer.Cells; table.Condition == study.Reporter && c.TP+c.FP+c.FN+c.TN != 3 {
			t.Errorf("the Reporter is measured by %+v, want three answers", c)
		}
	}
	text, err := c.MethodsText(t.Context(), ref.Study, study.English)
	if err != nil || !strings.Contains(text, "3 answers came from runs with the gold standard") || !strings.Contains(text, "graded 10 of the 13 answers") {
		t.Errorf("%s, %v", text, err)
	}
}

// figuresAreThere asks that both tables hold the figures of what models did, under the same names.
func figuresAreThere(t *testing.T, dir string) {
	t.Helper()
	var data struct {
		Figures []struct{ Name string }
		Graders []struct {
			Independence string
			Warning      bool
		}
		Retrieval []struct{ Code study.Code }
		Answers   []struct {
			GoldAttached bool `json:"gold_attached"`
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, "data.json"))
	if err == nil {
		err = json.Unmarshal(raw, &data)
	}
	table, errTable := os.ReadFile(filepath.Join(dir, "figures.csv"))
	if err != nil || errTable != nil {
		t.Fatal(err, errTable)
	}
	for _, name := range []string{"retrieval.r2.precision", "retrieval.r2.hit_rate", "retrieval.r2.fidelity", "grading.AI.same.category",
		"grading.AI.self_preference", "grading.AI2.departures_without_evidence", "consistency.R01.kappa_category", "final.reporter.correct"} {
		found := false
		for _, f := range data.Figures {
			found = found || f.Name == name
		}
		if !found || !strings.Contains(string(table), "\n"+name+",") {
			t.Errorf("%s: in data.json %v", name, found)
		}
	}
	gold := 0
	for _, a := range data.Answers {
		if a.GoldAttached {
			gold++
		}
	}
	if gold != 3 || len(data.Retrieval) != 1 || len(data.Graders) != 2 || !data.Graders[0].Warning {
		t.Errorf("%d answers with the gold standard, %+v, %+v", gold, data.Retrieval, data.Graders)
	}
}

// figuresAreVerified changes what models did in data.json, and has a search evaluated after the report: both are found.
func figuresAreVerified(t *testing.T, c *conduct.Conduct, ref conduct.Ref, w conduct.Written) {
	t.Helper()
	ctx := t.Context()
	check := func(want string) {
		t.Helper()
		v, err := c.Verify(ctx, ref)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range v.Checks {
			if one.Name == "figures" && (one.Why == nil || one.Why.ID != want) {
				t.Errorf("figures: %+v, want %s", one, want)
			}
		}
	}
	path := filepath.Join(w.Folder, "data.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{`"independence": "own-family"`, `"independence": "independent"`}, {`"warning": true`, `"warning": false`},
		{`"name": "retrieval.r2.fidelity"`, `"name": "retrieval.r2.fidelty"`}} {
		changed := strings.Replace(string(data), change[0], change[1], 1)
		if changed == string(data) {
			t.Fatalf("no %s in data.json", change[0])
		}
		if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		check("verify.figures")
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	evaluateSearch(t, c, ref, "r1")
	check("verify.report-outdated")
	if _, err := c.Report(ctx, ref, job.Silent); err != nil {
		t.Fatal(err)
	}
	if v, err := c.Verify(ctx, ref); err != nil || v.Err() != nil {
		t.Errorf("after a new report: %+v, %v", v, err)
	}
}

func TestAnIncompleteGradingGivesNoFigureAndTheReportSaysWhy(t *testing.T) {
	c, ctx := open(t, t.TempDir()), t.Context()
	s := serveModel(t, func(w http.ResponseWriter, _ *http.Request, _ string, _ int) { w.WriteHeader(http.StatusUnauthorized) })
	atModel(t, c, "local", "mistral-small", s)
	ref := blindedTest(t, c, 2, "claude-sonnet-4-5")
	if _, err := c.Grade(ctx, ref, gradeBy("local"), job.Silent); err == nil {
		t.Fatal("graded without a reply")
	}
	h, err := c.Handed(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	rateAndUnblind(t, c, ref, h.Codes)
	w, err := c.Report(ctx, ref, job.Silent)
	if err != nil {
		t.Fatal(err)
	}
	text := plainText(t, w.HTML())
	for _, want := range []string{"Incomplete: the run of the AI grader AI (mistral-small) did not come to its end (the provider did not accept the key)",
		"The AI grading is incomplete; rates"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	table, err := os.ReadFile(filepath.Join(w.Folder, "figures.csv"))
	if err != nil || !strings.Contains(string(table), "hallucination_rate.X.sources,NA,ai_incomplete") {
		t.Errorf("figures: %v", err)
	}
}

func TestAnIncompleteSeriesOfAnswersGivesNoHeadline(t *testing.T) {
	server := serveModel(t, func(w http.ResponseWriter, r *http.Request, q string, n int) {
		if n > 2 {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		willing(w, r, q, n)
	})
	c, ref, _ := asks(t, server)
	ctx := t.Context()
	if _, err := c.Ask(ctx, ref, order(study.Control, 5), job.Silent); err == nil {
		t.Fatal("all runs have an answer")
	}
	blind(t, c, ref)
	h, err := c.Handed(ctx, ref)
	if err != nil {
		t.Fatal(err)
	}
	rateAndUnblind(t, c, ref, h.Codes)
	shown, err := c.ResultView(ctx, ref, study.English)
	if err != nil {
		t.Fatal(err)
	}
	if first := shown.Screen.Findings[0]; first.Lead != "Ended early" || !strings.HasPrefix(first.Text, "Incomplete: of 5 runs of the origin “Control”") {
		t.Errorf("%+v", first)
	}
}

// wordText is the main part of a Word file.
func wordText(t *testing.T, path string) []byte {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	r, err := z.Open("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
