package report

import "iucomstudien/internal/study"

// lookup finds what belongs to a code without a walk through all answers: reports of thousands of answers ask for it
// at every row.
type lookup struct {
	answers  map[study.Code]int
	gradings map[study.Code]int
	figures  map[study.Code]int
	settled  map[study.Code][]int // adjudicated verdicts
	rows     []map[study.Code]int // of each sheet
}

func newLookup(m *Model) *lookup {
	l := &lookup{answers: make(map[study.Code]int, len(m.Answers)), gradings: make(map[study.Code]int, len(m.Gradings)),
		figures: make(map[study.Code]int, len(m.Figures.Answers)), settled: map[study.Code][]int{}}
	for i := range m.Answers {
		first(l.answers, m.Answers[i].Code, i)
	}
	for i := range m.Gradings {
		first(l.gradings, m.Gradings[i].Rating.Code, i)
	}
	for i := range m.Figures.Answers {
		first(l.figures, m.Figures.Answers[i].Code, i)
	}
	for i := range m.Adjudicated {
		c := m.Adjudicated[i].Rating.Code
		l.settled[c] = append(l.settled[c], i)
	}
	for _, s := range m.Sheets {
		rows := make(map[study.Code]int, len(s.Ratings))
		for i := range s.Ratings {
			first(rows, s.Ratings[i].Code, i)
		}
		l.rows = append(l.rows, rows)
	}
	return l
}

// first keeps the first place of a code.
func first(places map[study.Code]int, c study.Code, i int) {
	if _, ok := places[c]; !ok {
		places[c] = i
	}
}

// rating is what the person of a sheet said about a code; a rating without values where there is no row. Of an answer
// that the person never got nothing was asked.
func (l *lookup) rating(m *Model, sheet int, c study.Code) study.Rating {
	if i, ok := l.rows[sheet][c]; ok {
		return m.Sheets[sheet].Ratings[i]
	}
	if m.Sheets[sheet].NotGiven(c) {
		return study.Rating{Code: c, Category: notAsked[study.Category](), Agreement: notAsked[int](), Grade: notAsked[int](),
			Grid: notAsked[study.Grid](), Target: notAsked[study.Target](), Guess: notAsked[study.Guess]()}
	}
	return study.Rating{Code: c}
}

func notAsked[T any]() study.Maybe[T] { return study.Absent[T](study.NotApplicable) }

// grading is the AI grading of a code.
func (l *lookup) grading(m *Model, c study.Code) (study.Grading, bool) {
	if i, ok := l.gradings[c]; ok {
		return m.Gradings[i], true
	}
	return study.Grading{}, false
}
