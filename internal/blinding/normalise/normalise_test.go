package normalise

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"iucomstudien/internal/study"
)

// snippets are pieces of answers: openings, text, markup, letters, tokens, and bytes that make trouble.
var snippets = []string{
	"Gerne!", "Oczywiście!", "Certainly!", "Das ist eine sehr gute Frage!", "Hier ist eine strukturierte Analyse des Sachverhalts:",
	"Der Käufer kann nach § 932 Abs 4 ABGB Wandlung verlangen.", "Najemca może żądać obniżenia czynszu (art. 664 § 1 KC).",
	"The consumer may withdraw within 14 days.", "K***** GmbH", "H***** M*****", "2 * 3", "a_b.pdf", "14 Tage* ab Zustellung", "* Samstage zählen mit.",
	"**fett**", "*kursiv*", "_unter_", "***", "---", "___", "## Titel", "Titel\n===", "Titel\n---", "> Zitat", ">> tief", "- Punkt", "* Punkt", "+ Punkt",
	"1) eins", "2. zwei", "(3) drei", "a. eins", "b. zwei", "a) eins", "- [ ] offen", "- [x] erledigt", "| a | b |\n|---|---|\n| c | ✅ |", "a | b",
	"```go\ncode **x**\n```", "```", "`code`", "``a`b``", "[Text](https://a.example/b?utm_source=chatgpt.com)", "[1]", "[1][2]", "[2019]", "[sic]",
	"[1] https://a.example", "[2] Koziol/Welser", "[^1]", "[^1]: Fußnote", "Quellen:", "Sources", "https://a.example/x?id=1&utm_source=x#:~:text=y",
	"([a.example](https://a.example))", "【4†source】", ":contentReference[oaicite:2]{index=2}", "\ue200cite\ue202turn0search3\ue201",
	"<think>", "</think>", "<think>x</think>", "<b>", "</b>", "<br>", "<p>", "<ul><li>x</li></ul>", "<sup>1</sup>", "&nbsp;", "&amp;lt;", "&amp;", "a < b",
	"\\*", "\\_x\\_", "4\\.2", "\\( 30\\% \\)", "$8\\%$", "$5 und $6", "\\[ \\frac{1}{2} \\]", "\\[ \\unknown 3 \\]", "\\[1\\]",
	"😊", "✅", "❌", "1️⃣ eins", "⚖️ **Ergebnis:**", "Schaden: ✅", "\u00ad", "\u200b", "\u00a0", "\u202f", "—", "–", "„a“", "…", "Наftung", "e\u0301", "𝗩𝗲𝗿", "ﬁ",
	"Sehr geehrte Frau Huber!", "Szanowni Państwo,", "Dear Sirs", "die Frist endet am 7. 4. 2025.", "Mit freundlichen Grüßen", "Dr. Paul Sommer", "Rechtsanwalt",
	"Wien, am 12. Februar 2025", "GZ: 14 Cg 88/24k", "Betrifft: gewährleistung", "Ringstraße 4, 1010 Wien", "Tel. 01/555 01 23", "Seite 2 von 5", "- 3 -",
	"Klausur Bürgerliches Recht", "Name: Lena Pichler", "Matrikelnummer: 12012345", "Kanzlei Sommer", "Gutachten Causa Seeblick - Seite 2",
	"Als KI-Sprachmodell kann ich keine verbindliche Rechtsauskunft geben.", "Mein Wissensstand reicht bis 2023.", "Ich hoffe, das hilft Ihnen weiter!",
	"Möchten Sie, dass ich einen Entwurf erstelle?", "Dies ist keine Rechtsberatung.", "Antwort:", "**Antwort:** der Vertrag", "Assistant: ja", "ChatGPT said:",
	"Thought for 3 seconds", "Der Anspruch auf Wandlung setzt voraus, dass der Mangel nicht bloß geringfügig", "ist und dass Verbesserung unmöglich ist.",
	"Schaden-", "ersatzanspruch", "\xff", "\xe4", "\x00", "\x1b", "\r", "\f", "\t", "   ", "|", "\\", "*", "_", "`", "[", "]", "(", ")", "<", ">", "~~weg~~", "~", "#", "$",
}

// answers draws texts made of snippets with different separators.
func answers() *rapid.Generator[string] {
	separators := []string{"\n\n", "\n", " ", "", "\n\n\n", "  \n", "\r\n", "\n   "}
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(1, 14).Draw(t, "pieces") {
			b.WriteString(rapid.SampledFrom(snippets).Draw(t, "piece"))
			b.WriteString(rapid.SampledFrom(separators).Draw(t, "separator"))
		}
		return b.String()
	})
}

var languages = rapid.SampledFrom([]study.Language{study.German, study.Polish, study.English, ""})

func TestNormalisingAgainChangesNothing(t *testing.T) {
	n := newNormaliser(t)
	rapid.Check(t, func(t *rapid.T) {
		lang := languages.Draw(t, "lang")
		first := n.Text(answers().Draw(t, "answer"), lang)
		again := n.Text(first.Text, first.Lang)
		if again.Text != first.Text || len(again.Log) > 0 || len(again.Rules) > 0 {
			t.Fatalf("first %q\nagain %q\nlog %+v", first.Text, again.Text, again.Log)
		}
	})
}

func TestEveryChangeCanBeUndone(t *testing.T) {
	n := newNormaliser(t)
	rapid.Check(t, func(t *rapid.T) {
		in := answers().Draw(t, "answer")
		res := n.Text(in, languages.Draw(t, "lang"))
		if got := Undo(res.Text, res.Log); got != in {
			t.Fatalf("in   %q\nout  %q\nundo %q\nlog %+v", in, res.Text, got, res.Log)
		}
		stored, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		var read Result
		if err := json.Unmarshal(stored, &read); err != nil {
			t.Fatal(err)
		}
		if got := Undo(read.Text, read.Log); got != in {
			t.Fatalf("in   %q\nundo from the stored log %q", in, got)
		}
	})
}

func TestOutputIsCanonical(t *testing.T) {
	n := newNormaliser(t)
	rapid.Check(t, func(t *rapid.T) {
		res := n.Text(answers().Draw(t, "answer"), languages.Draw(t, "lang"))
		for i, line := range strings.Split(res.Text, "\n") {
			if blank := line == ""; res.Text != "" && blank != (i%2 == 1) || line != strings.TrimSpace(line) || strings.Contains(line, "  ") {
				t.Fatalf("line %d of %q", i, res.Text)
			}
		}
	})
}

func TestLabelledCasesAreStableAndReversible(t *testing.T) {
	n := newNormaliser(t)
	for _, c := range readLabelled(t, "*.jsonl") {
		res := n.Text(c.Input, study.Language(c.Lang))
		if again := n.Text(res.Text, res.Lang); again.Text != res.Text || len(again.Log) > 0 {
			t.Errorf("%s: a second pass changes %q\n to %q", c.ID, res.Text, again.Text)
		}
		if got := Undo(res.Text, res.Log); got != c.Input {
			t.Errorf("%s: undo gives %q, was %q", c.ID, got, c.Input)
		}
	}
}

func FuzzText(f *testing.F) {
	n, err := New()
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range snippets {
		f.Add(s+"\n\n"+s, "de")
	}
	f.Fuzz(func(t *testing.T, in, lang string) {
		res := n.Text(in, study.Language(lang))
		if got := Undo(res.Text, res.Log); got != in {
			t.Fatalf("undo gives %q, was %q", got, in)
		}
		if again := n.Text(res.Text, res.Lang); again.Text != res.Text || len(again.Log) > 0 {
			t.Fatalf("in %q\nfirst %q\nagain %q", in, res.Text, again.Text)
		}
	})
}

// TestWhatIsUnsureIsShownToAPerson lists the flags of texts in which a rule keeps what it is not sure about.
func TestWhatIsUnsureIsShownToAPerson(t *testing.T) {
	n := newNormaliser(t)
	for _, c := range []struct{ in, reason, text string }{
		{"<think>\nDie Revision ist zulässig.", "reasoning-unclosed", "<think>"},
		{"Nur Gedanken.</think>", "reasoning-only", "</think>"},
		{"Das ist ~~nicht~~ zulässig.", "struck", ""},
		{"Der Wert \\(\\sum_{i} 5\\) bleibt.", "formula", "\\(\\sum_{i} 5\\)"},
		{"Die Наftung besteht.", "mixed-scripts", "Наftung"},
		{"✅ Schaden\n❌ Verschulden", "cross-removed", "❌"},
		{"- [x] Schaden", "task-box", "[x]"},
		{"Gerne!", "phrases-only", "Gerne!"},
		{"https://a.example\nhttps://b.example", "only-addresses", "https://a.example\nhttps://b.example"},
		{"Der Vertrag gilt.\n\nChatGPT: ein Produkt.", "product-name", "ChatGPT:"},
		{"OpenAI haftet als Anbieterin nach Art 25 KI-VO.", "assistant-named", "OpenAI"},
		{"Als KI kann ich keine Beratung leisten, aber der Anspruch ist verjährt.", "machine-sentence-kept",
			"Als KI kann ich keine Beratung leisten, aber der Anspruch ist verjährt."},
		{"Sehr geehrte Frau Huber, in obiger Sache teile ich mit, dass der Anspruch nach § 933 ABGB besteht.", "salutation-kept", "Sehr geehrte Frau Huber,"},
		{"K\xfcndigung", "encoding", "\xfc"},
	} {
		var got []string
		found := false
		for _, f := range n.Text(c.in, study.German).Review {
			got = append(got, f.Reason+" "+f.Text)
			found = found || f.Reason == c.reason && f.Text == c.text
		}
		if !found {
			t.Errorf("%q: want %s %q, got %q", c.in, c.reason, c.text, got)
		}
	}
}
