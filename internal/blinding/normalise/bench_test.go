package normalise

import (
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

// ordinaryAnswer is an answer of a chat program of about n bytes.
func ordinaryAnswer(n int) string {
	const opener = "Gerne! Das ist eine wichtige Frage – hier ist eine **klare Einschätzung** für dich: 😊\n\n"
	const section = "## Begründung\n\nDer Anspruch stützt sich auf **§ 1295 Abs 1 ABGB**. Es liegt ein positiver Schaden von 1.250 Euro vor, " +
		"den die Beklagte rechtswidrig und schuldhaft verursacht hat; die Beweislast trifft nach ständiger Rechtsprechung den Kläger (4 Ob 112/20d).\n\n" +
		"- **Form:** Die Kündigung ist schriftlich zu erklären und muss „zugehen“ — das ist hier der Fall.\n" +
		"- **Frist:** Die Frist des § 933 ABGB beträgt zwei Jahre ab Übergabe[1].\n\n" +
		"Zu prüfen ist weiters, ob die Vermieterin den Mangel kannte oder kennen musste. Nach dem Sachverhalt hat der Mieter den Ausfall der " +
		"Heizung am 3. November 2025 gemeldet; die Vermieterin ist erst nach sieben Wochen tätig geworden. Das Ausmaß der Minderung hängt vom Einzelfall ab.\n\n" +
		"| Punkt | Ergebnis |\n|---|---|\n| Form | erfüllt |\n| Grund | ✅ |\n\n"
	const closer = "*Hinweis: Dies ersetzt keine Rechtsberatung.* Ich hoffe, das hilft dir weiter! Soll ich dir ein Antwortschreiben entwerfen?"
	return opener + strings.Repeat(section, max(1, n/len(section))) + closer
}

func benchmarkText(b *testing.B, text string, times int) {
	n := newNormaliser(b)
	b.SetBytes(int64(len(text) * times))
	b.ReportAllocs()
	for b.Loop() {
		for range times {
			n.Text(text, study.German)
		}
	}
}

func BenchmarkThousandAnswers(b *testing.B) { benchmarkText(b, ordinaryAnswer(4000), 1000) }
func BenchmarkAnswer100kB(b *testing.B)     { benchmarkText(b, ordinaryAnswer(100_000), 1) }
func BenchmarkAnswer1MB(b *testing.B)       { benchmarkText(b, ordinaryAnswer(1_000_000), 1) }
func BenchmarkPlainAnswer(b *testing.B) {
	n := newNormaliser(b)
	benchmarkText(b, n.Text(ordinaryAnswer(4000), study.German).Text, 100)
}

// hostile are pieces that, repeated without end, have cost quadratic time in one rule or another.
var hostile = []string{"*a_ ", "[a](", "[", "> ", ">", "- ", "1) ", "|a", "a|b\n-|-\n", "—", "\\(", "&amp;", "<b>", "<think>", "Gerne! ", "GZ: 1\n", "Mfg\n"}

func BenchmarkHostileText(b *testing.B) {
	for _, piece := range hostile {
		b.Run(piece, func(b *testing.B) { benchmarkText(b, strings.Repeat(piece, 50_000/len(piece)), 1) })
	}
}
