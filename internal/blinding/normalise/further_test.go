package normalise

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"iucomstudien/internal/study"
)

// edgeSentence is a sentence at the start or end of an answer: a phrase of chat programs that goes, or prose that only looks like one.
type edgeSentence struct {
	Lang     study.Language `json:"lang"`
	Sentence string         `json:"sentence"`
	Place    string         `json:"place"` // head or tail
	Goes     bool           `json:"goes"`
}

// TestSentencesAtTheEdges puts each sentence before or after four paragraphs of an answer.
func TestSentencesAtTheEdges(t *testing.T) {
	n := newNormaliser(t)
	body := map[study.Language]string{
		study.German: "Der Vertrag ist nach § 879 Abs 1 ABGB nichtig.\n\nDie Rückabwicklung richtet sich nach § 877 ABGB.\n\n" +
			"Eine Frist ist nicht zu beachten.\n\nDas gilt auch für den Bürgen.",
		study.Polish: "Umowa jest nieważna na podstawie art. 58 § 1 KC.\n\nZwrot następuje na podstawie art. 410 KC.\n\n" +
			"Termin nie biegnie.\n\nDotyczy to także poręczyciela.",
		study.English: "The contract is void under section 8 of the Act.\n\nRestitution follows.\n\n" +
			"No limitation period runs.\n\nThe same goes for the guarantor.",
	}
	data, err := os.ReadFile("testdata/further/phrases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var e edgeSentence
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		input := e.Sentence + "\n\n" + body[e.Lang]
		if e.Place == "tail" {
			input = body[e.Lang] + "\n\n" + e.Sentence
		}
		switch got := n.Text(input, e.Lang).Text; {
		case e.Goes && got != body[e.Lang]:
			t.Errorf("%s %s: %q should go, left %q", e.Lang, e.Place, e.Sentence, got)
		case !e.Goes && strings.Count(got, "\n\n") != strings.Count(input, "\n\n"):
			t.Errorf("%s %s: %q must stay, left %q", e.Lang, e.Place, e.Sentence, got)
		case !e.Goes && got != input:
			t.Errorf("%s %s: %q must stay as it is, left %q", e.Lang, e.Place, e.Sentence, got)
		}
	}
}
