package stats

import "fmt"

// RaterInfluence says what one rater does to the agreement.
type RaterInfluence struct {
	Rater   int    // 0-based column
	Ratings int64  // given by the rater beside another rating
	Without Figure // alpha of the others alone
	Change  Figure // alpha of all less alpha of the others: below 0 the rater lowers it
	Equal   Figure // share of the other raters' ratings of the same units that are equal to the rater's
}

// RaterInfluences leaves out one rater at a time. It refuses values that are not finite.
func RaterInfluences(s Scale, rows [][]Rating) ([]RaterInfluence, error) {
	all, err := FromRatings(rows)
	if err != nil {
		return nil, fmt.Errorf("leaving out raters: %w", err)
	}
	raters := 0
	for _, row := range rows {
		raters = max(raters, len(row))
	}
	whole := Alpha(s, all)
	list := make([]RaterInfluence, raters)
	for r := range list {
		u, err := FromRatings(withoutRater(rows, r))
		if err != nil {
			return nil, fmt.Errorf("leaving out rater %d: %w", r+1, err)
		}
		without := Alpha(s, u)
		ratings, equal := pairsOf(rows, r)
		list[r] = RaterInfluence{Rater: r, Ratings: ratings, Without: without,
			Change: differenceOf(whole, without), Equal: equal}
	}
	return list, nil
}

func withoutRater(rows [][]Rating, rater int) [][]Rating {
	rest := make([][]Rating, len(rows))
	for i, row := range rows {
		rest[i] = row
		if rater < len(row) {
			rest[i] = make([]Rating, len(row))
			copy(rest[i], row)
			rest[i][rater] = Gap()
		}
	}
	return rest
}

// pairsOf compares one rater with all others.
func pairsOf(rows [][]Rating, rater int) (ratings int64, equal Figure) {
	var same, pairs int64
	for _, row := range rows {
		if rater >= len(row) || !row[rater].given {
			continue
		}
		others := int64(0)
		for j, r := range row {
			if j == rater || !r.given {
				continue
			}
			others++
			if r.value == row[rater].value {
				same++
			}
		}
		pairs += others
		if others > 0 {
			ratings++
		}
	}
	equal = Undefined("share_equal", NothingPairable)
	if pairs > 0 {
		equal = NewFigure("share_equal", float64(same)/float64(pairs))
		equal.Working.Formula = "ratings of the others equal to the rater's / ratings of the others on the same units"
		equal.Working.input("equal_pairs", float64(same))
		equal.Working.input("pairs", float64(pairs))
	}
	equal.Counts = []Count{{"pairs", pairs}}
	return ratings, equal
}

// UnitDisagreement says how much one unit adds to the observed disagreement.
type UnitDisagreement struct {
	Unit    int    // 0-based row
	Ratings int64  // given to it
	Share   Figure // of the whole observed disagreement; the shares add up to 1
	Without Figure // alpha of the other units
}

// UnitDisagreements takes the observed disagreement of alpha apart by unit: which answers the raters disagreed on.
// Units with fewer than two ratings have no share. It refuses values that are not finite.
func UnitDisagreements(s Scale, rows [][]Rating) ([]UnitDisagreement, error) {
	u, err := FromRatings(rows)
	if err != nil {
		return nil, fmt.Errorf("taking disagreement apart: %w", err)
	}
	perPattern, total := patternDisagreement(s, u)
	without := alphasWithout(s, u)
	list := make([]UnitDisagreement, u.Len())
	for i, p := range u.of {
		share := Undefined("share_of_disagreement", NothingPairable)
		if u.patterns[p].ratings >= 2 {
			share = Undefined("share_of_disagreement", NoVariation)
			if total > 0 {
				share = NewFigure("share_of_disagreement", perPattern[p]/total)
			}
		}
		list[i] = UnitDisagreement{Unit: i, Ratings: u.patterns[p].ratings, Share: share, Without: without[p]}
	}
	return list, nil
}

// alphasWithout returns, for each pattern, alpha without one of its units.
func alphasWithout(s Scale, u Units) []Figure {
	without := make([]Figure, len(u.patterns))
	if len(u.levels) == 0 {
		for p := range without {
			without[p] = Undefined(alphaMethod, NothingPairable)
		}
		return without
	}
	d, weights := newDisagreement(s, u), u.weights()
	for p := range without {
		weights[p]--
		sum := d.of(weights)
		weights[p]++
		without[p] = Undefined(alphaMethod, NoVariation)
		if sum.n == 0 {
			without[p] = Undefined(alphaMethod, NothingPairable)
		} else if v, ok := sum.alpha(); ok {
			without[p] = NewFigure(alphaMethod, v)
		}
		without[p].Variant = s.String()
	}
	return without
}

// patternDisagreement is the part of one unit of each pattern in the observed disagreement, and the sum over units.
func patternDisagreement(s Scale, u Units) (each []float64, total float64) {
	each = make([]float64, len(u.patterns))
	delta := deltaOf(s, u)
	for i, p := range u.patterns {
		if p.ratings < 2 {
			continue
		}
		for j, a := range p.cells {
			for _, b := range p.cells[j+1:] {
				each[i] += float64(float64(a.n*b.n) * delta(a.level, b.level))
			}
		}
		each[i] /= float64(p.ratings - 1)
		total += float64(p.units) * each[i]
	}
	return each, total
}

// DesignBlock is a set of units that the same raters rated.
type DesignBlock struct {
	Raters []int // 0-based columns
	Units  []int // 0-based rows
}

// DesignBlocks groups units by who rated them, in the order of their first unit. Where the panel changed, agreement
// is reported block by block, or as alpha with a note; a kappa over all would compare unlike things.
func DesignBlocks(rows [][]Rating) []DesignBlock {
	var blocks []DesignBlock
	number := map[string]int{}
	for i, row := range rows {
		var raters []int
		key := make([]byte, 0, len(row))
		for j, r := range row {
			if r.given {
				raters = append(raters, j)
				key = fmt.Appendf(key, "%d,", j)
			}
		}
		b, ok := number[string(key)]
		if !ok {
			b = len(blocks)
			number[string(key)] = b
			blocks = append(blocks, DesignBlock{Raters: raters})
		}
		blocks[b].Units = append(blocks[b].Units, i)
	}
	return blocks
}
