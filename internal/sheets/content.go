package sheets

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// contentSum is the checksum of what was filled in on the page, as the page writes it (assets/sheets/page/sheet.js):
// SHA-256 of study, test, reviewer and minutes, and of every row of ratings without its mark, the rows in the order of
// their bytes. It is made of what the cells say and not of how a file writes them, so that another separator, another
// encoding, moved columns and sorted rows leave it true.
func contentSum(head []string, rows [][]string) string {
	lines := make([]string, len(rows))
	for i, row := range rows {
		lines[i] = strings.Join(row, "\x1f")
	}
	slices.Sort(lines)
	text := strings.Join(append([]string{"iucom-sheet-content/1", strings.Join(head, "\x1f")}, lines...), "\x1e")
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// checkContent asks about a sheet whose entries are no longer those that the page saved. Sheets without such a checksum
// are as good: spreadsheets write none.
func (r *reader) checkContent() {
	if r.head[headContent] == "" {
		return
	}
	head := []string{r.head["study"], r.head["test"], r.head[headReviewer], r.head[headMinutes]}
	var rows [][]string
	for _, row := range r.rows {
		if row.Empty() {
			continue
		}
		var cells []string
		for _, c := range r.layout.Columns {
			if _, ok := r.at[c.Name]; ok && c.Name != ColMark {
				cells = append(cells, r.written(row, c.Name).Text)
			}
		}
		rows = append(rows, cells)
	}
	if contentSum(head, rows) != strings.ToLower(r.head[headContent]) {
		r.question("ratings.content-changed")
	}
}
