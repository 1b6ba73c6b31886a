package intake_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iucomstudien/internal/intake"
	"iucomstudien/internal/study"
)

// BenchmarkImport reads answers as they come in: a table of a thousand rows, and an export of a chat program.
func BenchmarkImport(b *testing.B) {
	var table strings.Builder
	table.WriteString("answer,source,id,consent\n")
	for i := range 1000 {
		fmt.Fprintf(&table, "%q,student,T%04d,yes\n", strings.Repeat("Die Kündigung ist nach § 33 Abs 1 MRG unwirksam. ", 20), i)
	}
	export, err := os.ReadFile(filepath.Join("testdata", "exports", "chatgpt-conversations-branches.json"))
	if err != nil {
		b.Fatal(err)
	}
	for name, data := range map[string][]byte{"thousand-rows.csv": []byte(table.String()), "chat.json": export} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				p, err := intake.Read(context.Background(), name, data, intake.Hint{Condition: study.OtherAI})
				if err != nil || p.Error != nil {
					b.Fatal(err, p.Error)
				}
			}
		})
	}
}
