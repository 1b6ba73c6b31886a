package report_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"iucomstudien/internal/study"
)

// asked opens a page in a browser whose only way out is a proxy that notes every host and answers nothing.
func asked(t *testing.T, program, page string) []string {
	t.Helper()
	var mu sync.Mutex
	var hosts []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		hosts = append(hosts, r.Host)
		http.Error(w, "no way out", http.StatusBadGateway)
	}))
	defer proxy.Close()
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--proxy-server="+strings.TrimPrefix(proxy.URL, "http://"), "--proxy-bypass-list=<-loopback>", "--virtual-time-budget=2000",
		"--dump-dom", "file://"+filepath.ToSlash(file)).Output()
	if err != nil {
		t.Fatalf("opening the page: %v", err)
	}
	if !strings.Contains(string(out), "</html>") {
		t.Fatalf("the page was not opened: %.300s", out)
	}
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(hosts)
}

// TestNoRequestLeavesThePage opens the report, also one with markup in every text, in Chromium with the network watched.
func TestNoRequestLeavesThePage(t *testing.T) {
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil && program == "" {
			program = path
		}
	}
	if program == "" {
		t.Skip("left out: no Chromium is installed")
	}
	const outside = "outside.example"
	control := asked(t, program, `<!DOCTYPE html><html><body><img src="http://`+outside+`/x.png" alt=""></body></html>`)
	if !slices.Contains(control, outside) {
		t.Fatalf("the watch sees nothing: %v", control)
	}
	own := slices.DeleteFunc(control, func(h string) bool { return h == outside }) // what the browser asks by itself
	for name, m := range map[string]string{"everything": html(t, whole(t), study.German), "hostile": html(t, hostile(t), study.English)} {
		for _, host := range asked(t, program, m) {
			if !slices.Contains(own, host) {
				t.Errorf("%s: the page asked %s", name, host)
			}
		}
	}
}
