package extract_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"iucomstudien/internal/extract"
)

// BenchmarkRead reads one document of each format, as an import does.
func BenchmarkRead(b *testing.B) {
	for _, name := range []string{"de-lo.docx", "de-lo.doc", "de-lo.rtf", "de-lo.odt", "de-lo.pdf"} {
		data, err := os.ReadFile(filepath.Join("testdata", "corpus", name))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := extract.Read(context.Background(), name, data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
