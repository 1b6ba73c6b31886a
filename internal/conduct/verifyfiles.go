package conduct

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/report"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// firstProblem is the first Problem in err, or one with this ID where err holds none.
func firstProblem(err error, id string) *study.Problem {
	if all := study.Problems(err); len(all) > 0 {
		return all[0]
	}
	return &study.Problem{ID: id, Err: err}
}

// same compares a file on disk with what it must hold; nil when it does.
func same(path string, want []byte) *study.Problem {
	data, err := os.ReadFile(path)
	switch {
	case err != nil:
		return &study.Problem{ID: "verify.file-missing", File: filepath.Base(path), Err: err}
	case !bytes.Equal(data, want):
		return &study.Problem{ID: "verify.file-changed", File: filepath.Base(path)}
	}
	return nil
}

// checkHandedOut compares key, zip and blind folder on disk with what was handed out.
func (c *Conduct) checkHandedOut(ctx context.Context, s *situation, key studykey.Key, log []studylog.Entry, passphrase string) ([]Check, error) {
	var h HandedOut
	if err := c.places(s.ref, &h); err != nil {
		return nil, err
	}
	keyFile, err := c.checkKeyFile(ctx, s, key, log, h.Key, passphrase)
	if err != nil {
		return nil, err
	}
	checks := []Check{keyFile}
	var noted handedNote
	if err := lastEntry(s.ref, log, studylog.HandedOut, &noted); err != nil {
		return nil, err
	}
	if len(noted.Copies) == 0 {
		return append(checks, checkBlindFolder(h, noted.Zip)), nil
	}
	checks = append(checks, checkCopies(h, noted.Copies), checkReading(s, key.Len(), noted.Copies))
	if noted.Overlap.Each > 0 {
		checks = append(checks, checkShares(s, key, noted))
	}
	return checks, nil
}

// checkKeyFile compares the key in the folder Key with the one that was fixed. Where it is locked and no passphrase is
// given, only the file as such can be compared with what the log says of it.
func (c *Conduct) checkKeyFile(ctx context.Context, s *situation, key studykey.Key, log []studylog.Entry, dir, passphrase string) (Check, error) {
	locked, err := lockIn(s.ref, log)
	if err != nil {
		return Check{}, err
	}
	if locked == "" {
		want, err := key.Encode()
		if err != nil {
			return Check{}, err
		}
		file := s.ref.Test + keyFileEnding
		if why := same(filepath.Join(dir, file), want); why != nil {
			return broken("key-file", why), nil
		}
		return holds("key-file", "%s", file), nil
	}
	file := s.ref.Test + keyLockedEnding
	data, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return broken("key-file", &study.Problem{ID: "verify.file-missing", File: file, Err: err}), nil
	}
	if sumBytes(data) != locked {
		return broken("key-file", &study.Problem{ID: "verify.file-changed", File: file}), nil
	}
	check := holds("key-file", "%s", file)
	if check.Locked = passphrase == ""; check.Locked {
		return check, nil
	}
	_, err = c.unlocked(ctx, s.ref, passphrase, key)
	if study.HasProblem(err, "key.wrong-passphrase") {
		return Check{}, err // the person's slip, not the file's fault
	}
	if err != nil {
		return broken("key-file", firstProblem(err, "verify.file-changed")), nil
	}
	return check, nil
}

// checkCopies compares the folder and zip of every reviewer with what was handed out.
func checkCopies(h HandedOut, copies []copyNote) Check {
	for _, n := range copies {
		var own HandedOut
		own.Folder, own.Zip = h.placeOf(reader{id: n.Reviewer})
		if check := checkBlindFolder(own, n.Zip); !check.OK {
			return check
		}
	}
	return holds("blind-folder", "%d", len(copies))
}

// checkReading draws the reading order of every reviewer anew and compares it with the log.
func checkReading(s *situation, n int, copies []copyNote) Check {
	for _, one := range copies {
		seed, order := s.reading(reader{id: one.Reviewer, ordered: one.Order != nil, codes: one.Codes}, n)
		if seed != one.Seed || !slices.Equal(order, one.Order) {
			return broken("reading-order", &study.Problem{ID: "verify.reading-order", Args: map[string]any{"reviewer": one.Reviewer}})
		}
	}
	return holds("reading-order", "%s, %d", blinding.ReadingMethod, len(copies))
}

// checkBlindFolder compares the zip with its checksum in the log, and every file of the folder with the zip. Without a
// checksum there is none any more: everybody has withdrawn.
func checkBlindFolder(h HandedOut, sum string) Check {
	if sum == "" {
		return holds("blind-folder", "-")
	}
	data, err := os.ReadFile(h.Zip)
	if err != nil {
		return broken("blind-folder", &study.Problem{ID: "verify.file-missing", File: filepath.Base(h.Zip), Err: err})
	}
	if sumBytes(data) != sum {
		return broken("blind-folder", &study.Problem{ID: "verify.file-changed", File: filepath.Base(h.Zip)})
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return broken("blind-folder", &study.Problem{ID: "verify.file-changed", File: filepath.Base(h.Zip), Err: err})
	}
	for _, f := range z.File {
		want, err := member(f)
		if err != nil {
			return broken("blind-folder", &study.Problem{ID: "verify.file-changed", File: filepath.Base(h.Zip), Err: err})
		}
		if why := same(filepath.Join(h.Folder, filepath.FromSlash(f.Name)), want); why != nil {
			return broken("blind-folder", why)
		}
	}
	return holds("blind-folder", "SHA-256 %s", sum)
}

// member reads a file of a zip that the program wrote itself.
func member(f *zip.File) (data []byte, err error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return io.ReadAll(r)
}

// checkReport compares what stands in the folder Bericht with its checksums and with what is computed now.
func (c *Conduct) checkReport(ctx context.Context, s *situation, log []studylog.Entry) ([]Check, error) {
	dir, err := c.home.Report(s.ref.Study, s.ref.Test)
	if err != nil {
		return nil, err
	}
	m, err := c.evaluated(ctx, s)
	if err != nil {
		return nil, err
	}
	figures := broken("figures", &study.Problem{ID: "verify.file-missing", File: "data.json"})
	if outdated(s.ref, log) {
		figures = broken("figures", &study.Problem{ID: "verify.report-outdated", Args: map[string]any{"test": s.ref.Test}})
	} else if data, err := os.ReadFile(filepath.Join(dir, "data.json")); err == nil {
		figures = checkFigures(data, m)
	}
	files, err := checkReportFiles(s.ref, dir, log)
	if err != nil {
		return nil, err
	}
	return []Check{figures, files, checkLogFile(filepath.Join(dir, "log.jsonl"), s.ref.Study, log)}, nil
}

// outdated tells whether a search was evaluated after the report was written.
func outdated(ref Ref, log []studylog.Entry) (after bool) {
	for _, e := range log {
		if e.Test == ref.Test && (e.Kind == studylog.Reported || e.Kind == studylog.SearchEvaluated) {
			after = e.Kind == studylog.SearchEvaluated
		}
	}
	return after
}

// lastEntry reads the data of a test's last log entry of a kind; to stays as it is where there is none.
func lastEntry(ref Ref, log []studylog.Entry, kind studylog.Kind, to any) error {
	for i := len(log) - 1; i >= 0; i-- {
		if log[i].Test == ref.Test && log[i].Kind == kind {
			return json.Unmarshal(log[i].Data, to)
		}
	}
	return nil
}

// checkReportFiles compares every file of the report with the checksum that the log keeps of it.
func checkReportFiles(ref Ref, dir string, log []studylog.Entry) (Check, error) {
	var noted struct {
		Files map[string]string `json:"files"`
	}
	if err := lastEntry(ref, log, studylog.Reported, &noted); err != nil {
		return Check{}, err
	}
	for _, name := range slices.Sorted(maps.Keys(noted.Files)) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return broken("report-files", &study.Problem{ID: "verify.file-missing", File: name, Err: err}), nil
		}
		if sumBytes(data) != noted.Files[name] {
			return broken("report-files", &study.Problem{ID: "verify.file-changed", File: name}), nil
		}
	}
	return holds("report-files", "%d", len(noted.Files)), nil
}

// computed are the parts of data.json that are computed anew and compared. The list of requests is none of them: it is a
// copy of the ledger.
var computed = []string{"figures", "medians", "readings", "conclusions", "confirmatory", "endings", "retrieval", "adjudicated",
	"final_categories", "repeats", "graders", "self_preference", "unfinished"}

// checkFigures compares the figures of data.json with those computed now.
func checkFigures(written []byte, m report.Model) Check {
	var b bytes.Buffer
	if err := report.JSON(&b, &m); err != nil {
		return broken("figures", firstProblem(err, "verify.figures"))
	}
	for _, part := range computed {
		old, errOld := partOf(written, part)
		now, errNow := partOf(b.Bytes(), part)
		if err := errors.Join(errOld, errNow); err != nil {
			return broken("figures", &study.Problem{ID: "verify.file-changed", File: "data.json", Err: err})
		}
		if where := difference(old, now, "/"+part); where != "" {
			return broken("figures", &study.Problem{ID: "verify.figures", Args: map[string]any{"where": where}})
		}
	}
	return holds("figures", "SHA-256 %s", sumBytes(written))
}

// partOf reads one field of a JSON object.
func partOf(data []byte, field string) (any, error) {
	var all map[string]any
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	if all[field] == nil {
		return nil, fmt.Errorf("no field %q", field)
	}
	return all[field], nil
}

// difference is the first place at which two JSON values differ, as a path; "" when they are equal.
func difference(a, b any, at string) string {
	if x, ok := a.(map[string]any); ok {
		if y, ok := b.(map[string]any); ok {
			for _, key := range slices.Sorted(maps.Keys(y)) {
				if where := difference(x[key], y[key], at+"/"+key); where != "" {
					return where
				}
			}
			if len(x) == len(y) {
				return ""
			}
			return cmp.Or(at, "/")
		}
	}
	if x, ok := a.([]any); ok {
		if y, ok := b.([]any); ok && len(x) == len(y) {
			for i := range y {
				if where := difference(x[i], y[i], fmt.Sprintf("%s/%d", at, i+1)); where != "" {
					return where
				}
			}
			return ""
		}
	}
	if !reflect.DeepEqual(a, b) {
		return cmp.Or(at, "/")
	}
	return ""
}

// checkLogFile tells whether the exported log is a whole beginning of the log in the database.
func checkLogFile(path, studyID string, log []studylog.Entry) Check {
	name := filepath.Base(path)
	data, err := os.ReadFile(path)
	if err != nil {
		return broken("log-file", &study.Problem{ID: "verify.file-missing", File: name, Err: err})
	}
	id, exported, err := studylog.Decode(bytes.NewReader(data))
	if err != nil {
		return broken("log-file", study.InFile(firstProblem(err, "verify.file-changed"), name).(*study.Problem))
	}
	if id != studyID || len(exported) == 0 || len(exported) > len(log) || log[len(exported)-1].Hash != studylog.Head(exported) {
		return broken("log-file", &study.Problem{ID: "verify.file-changed", File: name})
	}
	return holds("log-file", "%d: %s", len(exported), studylog.Head(exported))
}
