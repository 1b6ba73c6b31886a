package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "renew what the scripts expect")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"studyctl": main})
}

// TestTerminal runs the scripts below testdata: commands, what they print, and how they end.
func TestTerminal(t *testing.T) {
	sample, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	model, batches := modelServer(t), batchServer(t)
	models := httptest.NewServer(http.HandlerFunc(answerAsModel))
	t.Cleanup(models.Close)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANG", "en_US.UTF-8")
			env.Setenv("IUCOM_STUDIEN_HOME", env.WorkDir+"/home")
			env.Setenv(keysVariable, "file") // the keyring of the machine is none of a test's business
			env.Setenv("MODEL_URL", model)
			env.Setenv("BATCH_URL", batches)
			env.Setenv("MODELS", models.URL+"/v1/")
			env.Setenv("SAMPLE", sample+"/../../assets/sample/study-tenancy")
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"status": status},
	})
}

// answerAsModel is a model's server on this computer: it knows one model, refuses a wrong key and says yes to everything.
func answerAsModel(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	switch {
	case strings.Contains(r.Header.Get("Authorization"), "wrong"):
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"message":"no such key: %s","code":"invalid_api_key"}}`, r.Header.Get("Authorization"))
	case r.Method == http.MethodGet:
		fmt.Fprint(w, `{"object":"list","data":[{"id":"small","object":"model"}]}`)
	default:
		fmt.Fprint(w, `{"id":"c1","object":"chat.completion","created":1790000000,"model":"small","choices":[{"index":0,"finish_reason":"stop",
			"message":{"role":"assistant","content":"Yes."}}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}`)
	}
}

// status runs studyctl and asks for its exit status: status 3 studyctl test run. testscript itself knows only that a
// command failed.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "studyctl" {
		ts.Fatalf("usage: status N studyctl ARGS…")
	}
	var out, errOut bytes.Buffer
	got := run(context.Background(), args[2:], bytes.NewReader(nil), &out, &errOut, ts.Getenv)
	ts.Logf("[stdout]\n%s[stderr]\n%s", out.String(), errOut.String())
	if want := args[0]; want != string(rune('0'+got)) {
		ts.Fatalf("exit status %d, want %s", got, want)
	}
	if got != exitDone && errOut.Len() == 0 {
		ts.Fatalf("exit status %d without a word on standard error", got)
	}
}
