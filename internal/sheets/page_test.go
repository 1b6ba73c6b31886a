package sheets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/sheets"
	"iucomstudien/internal/study"
)

// textsOf are texts for the answers of a form.
func textsOf(f sheets.Form) sheets.Texts {
	t := sheets.Texts{Question: "Darf der Vermieter kündigen?\n\nSachverhalt: § 30 MRG – <b>kein</b> Markup & „Zitat“."}
	if f.Gold {
		t.Gold = []string{"Nein, solange kein wichtiger Grund vorliegt.", "Zweites Dokument."}
	}
	for _, code := range f.Codes {
		t.Answers = append(t.Answers, sheets.AnswerText{Code: code, Text: strings.Repeat("Antwort "+string(code)+": </script><img src=x onerror=alert(1)>\n", 30)})
	}
	slices.Reverse(t.Answers) // read in another order than the sheet has
	return t
}

// pageForm is a small form as it goes out.
func pageForm(l study.Language) sheets.Form {
	return sheets.Form{Study: "SEITE-" + strings.ToUpper(string(l)), Test: "T1", Language: l, Codes: study.CodesFor(3), Gold: true, Target: true,
		Checksum: strings.Repeat("ab", 32), Date: handedOut}
}

// choose rates one column of the shown answer.
func (p *tab) choose(column, value string) {
	p.t.Helper()
	p.click(fmt.Sprintf("#form [data-column=%s] input[type=radio][value=%q]", column, value))
}

// remarks are what people write that files and spreadsheets stumble over.
var remarks = []string{
	"=1+1; „Zitat“, \"x\"\nzweite Zeile\n\n§ 1104 – łódź €", "'=x", "-5 Punkte, 1-4", "007", " Rand ", "@alle", "",
}

func TestWhatIsRatedOnThePageComesBackCellByCell(t *testing.T) {
	b := startBrowser(t)
	for _, l := range study.Languages() {
		form := pageForm(l)
		p := b.open(page(t, form), "")
		p.enter("#reviewer", "r07")
		p.enter("#minutes", "95")
		want := rateOnThePage(t, p, form)
		for _, ending := range []string{"csv", "json"} {
			p.click("#save-" + ending)
			name := form.FileName("")
			data := p.downloaded(strings.TrimSuffix(name, ".") + "_R07." + ending)
			r := readSheet(t, "x."+ending, data, form, sheets.Options{})
			if len(r.Refused) != 1 || r.Refused[0].ID != "ratings.no-judgement" || len(r.Questions)+len(r.Missing)+len(r.Ignored)+len(r.Understood) > 0 {
				t.Errorf("%s %s: refused %v, questions %v, missing %v, ignored %v, understood %v", l, ending, r.Refused, r.Questions, r.Missing, r.Ignored, r.Understood)
			}
			if r.Reviewer != "R07" || r.Minutes.Or(-1) != 95 || r.Study != form.Study || r.Test != "T1" || r.Checksum != form.Checksum {
				t.Errorf("%s %s: reviewer %q, minutes %v, study %q, test %q", l, ending, r.Reviewer, r.Minutes, r.Study, r.Test)
			}
			for i, code := range form.Codes {
				if diff := cmp.Diff(want[code], comparable(r.Ratings[i])); diff != "" {
					t.Errorf("%s %s (-rated +read):\n%s", l, ending, diff)
				}
			}
			checkASilentChangeIsFound(t, ending, data, form)
		}
	}
	if said := b.complaints(); len(said) > 0 {
		t.Errorf("the pages complain: %v", said)
	}
}

// rateOnThePage rates every answer with the mouse, the last one with keys, and gives what was meant.
func rateOnThePage(t *testing.T, p *tab, form sheets.Form) map[study.Code]string {
	t.Helper()
	want := make(map[study.Code]string)
	for i := range form.Codes {
		code := study.Code(strings.Fields(p.text("document.querySelector('#codes [aria-current=true]').textContent"))[0])
		if p.js("document.querySelectorAll('#origins-form fieldset').length") != 0.0 {
			t.Fatal("the origin is open before all else is rated")
		}
		x := study.Rating{Code: code, Category: study.Known(study.Categories()[i%3]), Agreement: study.Known(45 + i), Grade: study.Known(i + 1),
			Grid: study.Known(study.GridBlocked), Target: study.Known(study.Targets()[i%3]), Comment: remarks[i]}
		if i == len(form.Codes)-1 {
			x.Category, x.Grid, x.Target = study.Known(study.Incomplete), study.Absent[study.Grid](study.Refused), study.Known(study.No)
			p.press("r", "2", "4", "7", "Enter", "3", "0", "2") // category, agreement, grade, grid, target
		} else {
			p.choose("category", x.Category.String())
			p.enter("#form [data-column=agreement] input[type=number]", x.Agreement.String())
			p.choose("grade", x.Grade.String())
			p.choose("grid", "blocked")
			p.choose("target", x.Target.String())
		}
		p.enter("#form textarea[name$=comment]", x.Comment)
		x.Guess = study.Known(study.Guesses()[i%2])
		want[code] = comparable(x)
		p.click("#next")
	}
	for i, a := range textsOf(form).Answers {
		p.click(fmt.Sprintf("#origins-form input[name=%q][value=%q]", string(a.Code)+".origin", study.Guesses()[i%2]))
	}
	return want
}

// checkASilentChangeIsFound changes one character of a remark, as a spreadsheet might, and wants to be asked.
func checkASilentChangeIsFound(t *testing.T, ending string, data []byte, form sheets.Form) {
	t.Helper()
	changed := []byte(strings.Replace(string(data), "zweite Zeile", "dritte Zeile", 1))
	r := readSheet(t, "x."+ending, changed, form, sheets.Options{})
	if !slices.ContainsFunc(r.Questions, func(p *study.Problem) bool { return p.ID == "ratings.content-changed" }) {
		t.Errorf("%s: a changed remark is not asked about: %v", ending, r.Questions)
	}
}

func TestThePageAsksBeforeARatingChangesAfterTheGuess(t *testing.T) {
	b := startBrowser(t)
	form := pageForm(study.German)
	form.Codes = form.Codes[:1]
	p := b.open(page(t, form), "")
	for column, value := range map[string]string{"category": "correct", "grade": "2", "grid": "1", "target": "no", "agreement": "n/a"} {
		p.choose(column, value)
	}
	p.click(`#origins-form input[value="ai"]`)
	p.choose("grade", "3")
	p.until("document.querySelector('#changed').open")
	p.press("Escape")
	p.until("document.querySelector('#form [data-column=grade] input:checked').value === '2'")
	p.choose("grade", "3")
	p.click("#changed [data-answer=yes]")
	p.until("document.querySelector('#form [data-column=grade] input:checked')?.value === '3'")
}

func TestThePageWarnsAboutGapsAndLeadsToThem(t *testing.T) {
	b := startBrowser(t)
	form := pageForm(study.English)
	p := b.open(page(t, form), "")
	p.click("#save-csv")
	p.until("!document.querySelector('#alarm').hidden && document.activeElement.id === 'reviewer'")
	p.enter("#reviewer", "R01")
	p.enter("#form [data-column=agreement] input[type=number]", "120")
	p.press("Enter")
	p.until("document.querySelector('[data-column=agreement] .wrong').hidden === false")
	p.click("#save-csv")
	p.until("document.querySelector('#gaps').open && document.querySelectorAll('#gaps-list button').length === 18")
	p.js("document.querySelectorAll('#gaps-list button')[3].click()")
	p.until("!document.querySelector('#gaps').open && document.activeElement.closest('fieldset').dataset.column === 'grid'")
	p.click("#save-csv")
	p.click("#gaps [data-answer=yes]")
	r := readSheet(t, "x.csv", p.downloaded("Bewertung_SEITE-EN_R01.csv"), form, sheets.Options{})
	if _, values := r.Taken(); values != 0 || len(r.Refused)+len(r.Questions) > 0 || len(r.Ratings) != 3 || r.Minutes.IsKnown() {
		t.Errorf("a sheet of gaps: %+v", r)
	}
}

func TestAQuestionAskedAgainAtOnceStillGetsItsAnswer(t *testing.T) {
	b := startBrowser(t)
	form := pageForm(study.English)
	p := b.open(page(t, form), "")
	p.enter("#reviewer", "R01")
	p.js(`for (const s of ["#save-csv", "#gaps [data-answer=no]", "#save-csv"]) { document.querySelector(s).click(); }`)
	p.click("#gaps [data-answer=yes]")
	if r := readSheet(t, "x.csv", p.downloaded("Bewertung_SEITE-EN_R01.csv"), form, sheets.Options{}); len(r.Ratings) != 3 {
		t.Errorf("a sheet of gaps: %+v", r)
	}
}

func TestThePageKeepsWhatIsEnteredOrSaysThatItCanNot(t *testing.T) {
	b := startBrowser(t)
	form := pageForm(study.Polish)
	p := b.open(page(t, form), "")
	p.choose("grade", "4")
	p.enter("#form textarea[name$=comment]", "uwaga")
	p.js("document.querySelector('#form label:last-child textarea').focus()")
	p.call(p.session, "Input.insertText", map[string]any{"text": "moja notatka"}, nil)
	p.js("window.getSelection().setBaseAndExtent(document.querySelector('#answer-text').firstChild, 0, document.querySelector('#answer-text').firstChild, 9)")
	p.js("document.activeElement.blur()")
	p.press("h")
	p.until("document.querySelectorAll('#answer-text mark').length === 1")
	p.js("window.old = true")
	p.call(p.session, "Page.reload", nil, nil)
	p.until("!window.old && document.querySelector('#form [data-column=grade] input:checked')?.value === '4'")
	for expression, want := range map[string]any{
		"document.querySelector('#form textarea').value":                  "uwaga",
		"document.querySelector('#form label:last-child textarea').value": "moja notatka",
		"document.querySelector('#answer-text mark').textContent":         "Antwort Z",
		"document.querySelector('#alarm').hidden":                         true,
	} {
		if got := p.js(expression); got != want {
			t.Errorf("after opening again %s is %v", expression, got)
		}
	}
	p.click("#forget")
	p.click("#forgetting [data-answer=yes]")
	p.until("!document.querySelector('#form input:checked') && !document.querySelector('mark')")

	p = b.open(page(t, form), "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } });")
	cat, err := lang.New(study.Polish)
	if err != nil {
		t.Fatal(err)
	}
	if said := p.text("document.querySelector('#alarm:not([hidden])').textContent"); said != cat.T("sheet.page.not-kept") {
		t.Errorf("without storage the page says %q", said)
	}
}

func TestThePageCanBeReadAndUsedByEveryone(t *testing.T) {
	b := startBrowser(t)
	for _, l := range study.Languages() {
		p := b.open(page(t, pageForm(l)), "")
		for _, view := range []string{"side", "one"} {
			p.click("[name=view][value=" + view + "]")
			for _, width := range []int{1280, 640, 360} { // 640: 1280 at 200 %
				p.call(p.session, "Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 720, "deviceScaleFactor": 1, "mobile": false}, nil)
				if p.js("document.documentElement.scrollWidth <= innerWidth") != true {
					t.Errorf("%s, %s, %d wide: the page scrolls sideways", l, view, width)
				}
			}
		}
		checkNames(t, p, l)
		for _, scheme := range []string{"light", "dark"} {
			p.call(p.session, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
			if low := p.text(lowContrast); low != "" {
				t.Errorf("%s, %s: too little contrast: %s", l, scheme, low)
			}
		}
	}
	if said := b.complaints(); len(said) > 0 {
		t.Errorf("the pages complain: %v", said)
	}
}

// checkNames wants a name for everything that a screen reader comes to.
func checkNames(t *testing.T, p *tab, l study.Language) {
	t.Helper()
	type ax struct{ Value any }
	var tree struct {
		Nodes []struct {
			Ignored bool
			Role    ax
			Name    ax
		}
	}
	p.call(p.session, "Accessibility.getFullAXTree", nil, &tree)
	wanted := []any{"button", "radio", "textbox", "spinbutton", "combobox", "checkbox", "region", "navigation", "heading", "RootWebArea"}
	controls := 0
	for _, n := range tree.Nodes {
		if n.Ignored || !slices.Contains(wanted, n.Role.Value) {
			continue
		}
		controls++
		if name, _ := n.Name.Value.(string); strings.TrimSpace(name) == "" {
			t.Errorf("%s: a %v without a name", l, n.Role.Value)
		}
	}
	if p.js("Array.from(document.querySelectorAll('fieldset')).every((f) => f.firstElementChild.matches('legend') && f.firstElementChild.textContent)") != true {
		t.Errorf("%s: a group of fields without a name", l)
	}
	if controls < 40 {
		t.Errorf("%s: only %d controls", l, controls)
	}
}

// lowContrast names the first shown text with less contrast to its ground than 4.5 to 1 (WCAG 2.2, 1.4.3).
const lowContrast = `(() => {
	const parse = (c) => c.match(/[\d.]+/g).map(Number);
	const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const ground = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c.slice(0, 3); } return [255, 255, 255]; };
	for (const e of document.querySelectorAll("body *")) {
		if (!e.offsetParent || !Array.from(e.childNodes).some((n) => n.nodeType === 3 && n.data.trim())) continue;
		const [a, b] = [light(parse(getComputedStyle(e).color).slice(0, 3)), light(ground(e))];
		if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5) return e.outerHTML.slice(0, 120);
	}
	return "";
})()`
