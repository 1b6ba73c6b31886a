package lang_test

import (
	"strings"
	"testing"

	"iucomstudien/internal/lang"
	"iucomstudien/internal/study"
)

func TestATableOpensInTheSpreadsheetOfItsLanguage(t *testing.T) {
	for l, want := range map[study.Language]string{
		study.English: "\ufeffa,\"1,5\"\r\n", study.German: "\ufeffa;1,5\r\n", study.Polish: "\ufeffa;1,5\r\n",
	} {
		cat, err := lang.New(l)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := cat.Table(&b, [][]string{{"a", "1,5"}}); err != nil || b.String() != want {
			t.Errorf("%s: %q, %v; want %q", l, b.String(), err, want)
		}
	}
}
