package evaluation

import (
	"fmt"
	"strings"

	"iucomstudien/internal/stats"
	"iucomstudien/internal/study"
)

// common is the number of answers rated in common below which there is no coefficient of agreement: one answer says
// nothing about agreement, whatever the formula gives.
const common = 2

// panels computes alpha panel by panel where the panel changed: where at least two groups of people rated two or more
// answers each in common. A single missing rating is no change of the panel.
func (b *book) panels(m Measure, scale stats.Scale) ([]Panel, error) {
	if !b.asked(m) || len(b.people) < 2 {
		return nil, nil
	}
	rows, codes := b.rows(m, b.people), b.ratedCodes(m)
	var all []Panel
	for _, block := range stats.DesignBlocks(rows) {
		if len(block.Raters) < 2 || len(block.Units) < common {
			continue
		}
		p := Panel{}
		for _, r := range block.Raters {
			p.Raters = append(p.Raters, b.people[r].Rater)
		}
		var own [][]stats.Rating
		for _, u := range block.Units {
			own, p.Codes = append(own, rows[u]), append(p.Codes, codes[u])
		}
		units, err := stats.FromRatings(own)
		if err != nil {
			return nil, fmt.Errorf("panel of %s: %w", m, err)
		}
		p.Alpha = stats.Alpha(scale, units)
		nameLevels(&p.Alpha, m)
		all = append(all, p)
	}
	if len(all) < 2 {
		return nil, nil
	}
	return all, nil
}

// ratedCodes are the codes of the rows of a measure.
func (b *book) ratedCodes(m Measure) []study.Code {
	var list []study.Code
	for _, c := range b.codes {
		if m != OfGridUnblocked || !blockedByAny(b.people, c) {
			list = append(list, c)
		}
	}
	return list
}

// name is a panel as the middle of a figure's name: "R01+R02".
func (p Panel) name() string {
	ids := make([]string, len(p.Raters))
	for i, r := range p.Raters {
		ids[i] = r.ID
	}
	return strings.Join(ids, "+")
}
