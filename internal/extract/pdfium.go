package extract

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// pdfiumMemory is the memory that PDFium may use for a document, in WebAssembly's pages of 64 KB.
const pdfiumMemory = 512 << 20 >> 16

// pdfiumInstances is how many documents may be read at the same time; further ones wait.
const pdfiumInstances = 4

// cacheFolderKey is the key of the cache folder in a context.
type cacheFolderKey struct{}

// WithCacheFolder says where PDFium's compiled form may be kept (22 MB), so that it starts in a tenth of a second
// instead of five. Without it the user's cache folder of the system is taken.
func WithCacheFolder(ctx context.Context, folder string) context.Context {
	return context.WithValue(ctx, cacheFolderKey{}, folder)
}

// cacheFolder is the folder of the context, or the system's; "" when there is none.
func cacheFolder(ctx context.Context) string {
	if folder, ok := ctx.Value(cacheFolderKey{}).(string); ok && folder != "" {
		return folder
	}
	system, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(system, "iucom-studien", "pdfium")
}

// pdfiumStarts is PDFium as loaded so far, by cache folder: loaded when it is first needed and kept, since compiling it
// takes seconds.
type pdfiumStarts struct {
	mu     sync.Mutex
	starts map[string]func() (pdfium.Pool, error)
}

var pdfiums = &pdfiumStarts{starts: make(map[string]func() (pdfium.Pool, error))}

// pool gives PDFium, and starts it when nobody has. The start itself can not be interrupted, but waiting for it can.
func (s *pdfiumStarts) pool(ctx context.Context) (pdfium.Pool, error) {
	folder := cacheFolder(ctx)
	s.mu.Lock()
	start, known := s.starts[folder]
	if !known {
		start = sync.OnceValues(func() (pdfium.Pool, error) { return startPDFium(folder) })
		s.starts[folder] = start
	}
	s.mu.Unlock()
	type result struct {
		pool pdfium.Pool
		err  error
	}
	done := make(chan result, 1)
	go func() {
		pool, err := start()
		done <- result{pool, err}
	}()
	select {
	case r := <-done:
		return r.pool, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// startPDFium loads PDFium into a sandbox without files, clock of its own or network, with a limit to its memory and an end to its
// work when the context of a document ends.
func startPDFium(folder string) (pool pdfium.Pool, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("starting PDFium: %v", fault)
		}
	}()
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(pdfiumMemory).
		WithCloseOnContextDone(true)
	if folder != "" && os.MkdirAll(folder, 0o700) == nil {
		if cache, err := wazero.NewCompilationCacheWithDir(folder); err == nil {
			config = config.WithCompilationCache(cache)
		}
	}
	pool, err = webassembly.Init(webassembly.Config{
		MaxTotal:      pdfiumInstances,
		FSConfig:      wazero.NewFSConfig(),
		RuntimeConfig: config,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("starting PDFium: %w", err)
	}
	return pool, nil
}
