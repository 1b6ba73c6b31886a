package extract

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestNumerals(t *testing.T) {
	for _, c := range []struct {
		format string
		n      int
		want   string
	}{
		{"decimal", 12, "12"}, {"lowerLetter", 1, "a"}, {"lowerLetter", 27, "aa"}, {"lowerLetter", 28, "bb"}, {"upperLetter", 26, "Z"},
		{"lowerRoman", 4, "iv"}, {"upperRoman", 1994, "MCMXCIV"}, {"decimalZero", 7, "07"}, {"ordinal", 3, "3."}, {"ordinalEnglish", 22, "22nd"},
		{"ordinalEnglish", 11, "11th"}, {"ordinalEnglish", 0, "0th"}, {"none", 3, ""},
		{"chicago", 1, "*"}, {"chicago", 6, "††"}, {"decimalEnclosedCircle", 2, "②"}, {"upperRoman", 0, "0"}, {"lowerLetter", -1, "-1"},
		{"upperRoman", 1 << 40, "1099511627776"}, {"hebrew1", 5, "5"},
	} {
		if got := numeral(c.format, c.n); got != c.want {
			t.Errorf("%s %d: %q, want %q", c.format, c.n, got, c.want)
		}
	}
}

// sections is the numbering of a statute: § 1, (1), a), restarting below each.
var sections = []listLevel{
	{start: 1, format: "decimal", text: "§ %1", restart: -1},
	{start: 1, format: "decimal", text: "(%2)", restart: -1},
	{start: 1, format: "lowerLetter", text: "%3)", restart: -1},
	{start: 1, format: "upperRoman", text: "%1.%2.%4", restart: -1},
}

func TestListLabels(t *testing.T) {
	never := slices.Clone(sections)
	never[1].restart = 0
	legal := slices.Clone(sections)
	legal[0].format, legal[1].legal, legal[1].text = "upperRoman", true, "%1.%2"
	for _, c := range []struct {
		name   string
		levels []listLevel
		at     []int
		want   []string
	}{
		{"levels restart below a higher one", sections, []int{0, 1, 1, 2, 2, 0, 1, 2}, []string{"§ 1", "(1)", "(2)", "a)", "b)", "§ 2", "(1)", "a)"}},
		{"a level that goes on", never, []int{0, 1, 0, 1}, []string{"§ 1", "(1)", "§ 2", "(2)"}},
		{"levels that were left out count as begun", sections, []int{2, 0}, []string{"a)", "§ 2"}},
		{"numbers of several levels", sections, []int{0, 1, 3, 3}, []string{"§ 1", "(1)", "1.1.I", "1.1.II"}},
		{"only Arabic figures", legal, []int{0, 1}, []string{"§ I", "1.1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var count listCount
			var got []string
			for _, level := range c.at {
				count.next(c.levels, level)
				got = append(got, count.label(c.levels, level))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestALabelNeverFailsWhateverTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := make([]listLevel, maxListLevels)
		for i := range levels {
			levels[i] = listLevel{
				start:   rapid.IntRange(-5, 1<<30).Draw(t, "start"),
				format:  rapid.SampledFrom([]string{"decimal", "lowerRoman", "upperLetter", "bullet", "none", "?", "chicago"}).Draw(t, "format"),
				text:    rapid.StringMatching(`[%0-9a-z§. ]{0,12}`).Draw(t, "text"),
				restart: rapid.IntRange(-1, 9).Draw(t, "restart"),
			}
		}
		var count listCount
		for _, level := range rapid.SliceOf(rapid.IntRange(0, maxListLevels-1)).Draw(t, "levels") {
			count.next(levels, level)
			if label := count.label(levels, level); len(label) > 10*maxNumeral {
				t.Fatalf("label of %d bytes", len(label))
			}
		}
	})
}
