package conduct

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"iucomstudien/internal/blinding"
	"iucomstudien/internal/study"
	"iucomstudien/internal/studykey"
	"iucomstudien/internal/studylog"
)

// HandOutOptions are what a person may decide about a hand-out.
type HandOutOptions struct {
	Accept    string   // why findings of the leak audit are knowingly accepted; "" accepts none
	Reviewers []string // R01 …: each gets a blind folder with a sheet of their own; none: all get the same one
	Orders    bool     // each of them reads the answers in an order of their own; the sheets keep codes and blind order
	Repeats   int      // so many answers stand a second time under another code, to measure how consistent a reviewer is
	// Calibration are answers that everybody reads and rates first, to practise; they are counted apart. They are
	// handed out as they are written: names in them are not replaced.
	Calibration []File
	Passphrase  string // the key is locked with it from the start; "" leaves it readable
	KeyHolder   string // ID of who keeps the key; that reviewer's sheets are refused in the whole study
}

// Copy is the blind folder of one reviewer.
type Copy struct {
	Reviewer string
	Folder   string
	Zip      string
	Seed     int32        // of the reading order; 0 when they read in blind order
	Order    []study.Code // in which the answers are read; nil: in blind order
	Codes    []study.Code // the reviewer's share; nil: all
}

// copyNote is a copy as the log keeps it.
type copyNote struct {
	Reviewer string       `json:"reviewer"`
	Seed     int32        `json:"seed,omitempty"`
	Order    []study.Code `json:"order,omitempty"`
	Codes    []study.Code `json:"codes,omitempty"` // the reviewer's share
	Zip      string       `json:"zip_sha256"`
}

// handedNote is what the log says of a hand-out, as far as it is read again.
type handedNote struct {
	Zip    string     `json:"zip_sha256"` // of the one folder for all
	Copies []copyNote `json:"copies"`     // or of each reviewer's
	// Overlap is the plan by which the answers were shared out; zero when everybody got all.
	Overlap overlapNote `json:"overlap"`
}

// reader is somebody for whom a blind folder is made; the zero reader is anybody.
type reader struct {
	id      string
	ordered bool         // reads in an order of their own
	codes   []study.Code // what they get; nil: all
}

// plainID is an ID that may stand in the name of a folder.
var plainID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,19}$`)

// readers checks whom a hand-out is for. Problems: handout.reviewer-id, handout.reviewer-twice, handout.holder-reviews
// (Args: reviewer), handout.orders-for-nobody, handout.not-as-planned (the plan names other reviewers).
func (o HandOutOptions) readers(plan Overlap) ([]reader, error) {
	if plan.Each > 0 {
		if len(o.Reviewers) > 0 && !sameIDs(o.Reviewers, plan.Reviewers) {
			return nil, &study.Problem{ID: "handout.not-as-planned", Args: map[string]any{"reviewers": strings.Join(plan.Reviewers, ", ")}}
		}
		o.Reviewers = plan.Reviewers
	}
	if len(o.Reviewers) == 0 {
		if o.Orders {
			return nil, &study.Problem{ID: "handout.orders-for-nobody"}
		}
		return []reader{{}}, nil
	}
	var list []reader
	for _, id := range o.Reviewers {
		one := reader{id: id, ordered: o.Orders}
		if !plainID.MatchString(id) {
			return nil, &study.Problem{ID: "handout.reviewer-id", Args: map[string]any{"reviewer": id}}
		}
		if slices.ContainsFunc(list, func(r reader) bool { return strings.EqualFold(r.id, id) }) { // folders of one name on Windows
			return nil, &study.Problem{ID: "handout.reviewer-twice", Args: map[string]any{"reviewer": id}}
		}
		if o.KeyHolder != "" && strings.EqualFold(id, o.KeyHolder) {
			return nil, &study.Problem{ID: "handout.holder-reviews", Args: map[string]any{"reviewer": id}}
		}
		list = append(list, one)
	}
	return list, nil
}

// sameIDs tells whether both name the same reviewers, in any order.
func sameIDs(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// lastHandedOut is what the log says of the last hand-out of a test.
func (c *Conduct) lastHandedOut(ctx context.Context, ref Ref) (noted handedNote, err error) {
	log, err := c.db.Log(ctx, ref.Study)
	if err != nil {
		return noted, err
	}
	if err := lastEntry(ref, log, studylog.HandedOut, &noted); err != nil {
		return noted, fmt.Errorf("reading what was handed out: %w", err)
	}
	return noted, nil
}

// copies lists the folders of single reviewers that the last hand-out made.
func (c *Conduct) copies(ctx context.Context, ref Ref, h HandedOut) ([]Copy, error) {
	noted, err := c.lastHandedOut(ctx, ref)
	if err != nil {
		return nil, err
	}
	var list []Copy
	for _, n := range noted.Copies {
		one := Copy{Reviewer: n.Reviewer, Seed: n.Seed, Order: n.Order, Codes: n.Codes}
		one.Folder, one.Zip = h.placeOf(reader{id: n.Reviewer})
		list = append(list, one)
	}
	return list, nil
}

// readers are those for whom a hand-out was made.
func (n handedNote) readers() []reader {
	if len(n.Copies) == 0 {
		return []reader{{}}
	}
	list := make([]reader, len(n.Copies))
	for i, one := range n.Copies {
		list[i] = reader{id: one.Reviewer, ordered: one.Order != nil, codes: one.Codes}
	}
	return list
}

// given are the texts that a reader gets, of those that are still there.
func (s *situation) given(r reader) []study.BlindedAnswer {
	all := s.handed()
	if r.codes == nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(a study.BlindedAnswer) bool { return !slices.Contains(r.codes, a.Code) })
}

// reading draws the order in which a reader reads what is left of the n codes that were given out, after the answers to
// practise on; nil is blind order.
func (s *situation) reading(r reader, n int) (seed int32, order []study.Code) {
	if !r.ordered {
		return 0, nil
	}
	left := codesOf(s.given(r))
	seed, places := blinding.ReadingOrder(s.test.Seed, r.id, n)
	order = append(make([]study.Code, 0, len(left)), s.practised()...)
	for _, place := range places {
		if code := study.CodeAt(place); slices.Contains(left, code) && !slices.Contains(order, code) {
			order = append(order, code)
		}
	}
	return seed, order
}

// blindFolders makes the blind folder of every reader for whom an answer is left.
func (c *Conduct) blindFolders(ctx context.Context, s *situation, key studykey.Key, readers []reader) ([]blind, error) {
	var list []blind
	for _, r := range readers {
		if len(s.given(r)) == 0 {
			continue
		}
		one, err := c.blindFolder(ctx, s, key, r)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// placeOf says where the blind folder of a reader and its zip are: Blind for anybody, Blind_R01 beside for one.
func (h HandedOut) placeOf(r reader) (dir, zip string) {
	dir = h.Folder
	if r.id != "" {
		dir += "_" + r.id
	}
	return dir, dir + ".zip"
}

// describe completes h with what was made for each reviewer, and gives what the log says of it.
func (h *HandedOut) describe(s *situation, outs []blind, key studykey.Key, plan Overlap) map[string]any {
	facts := map[string]any{"answers_sha256": outs[0].checksum, "codes": h.Codes, "commitment": key.Commitment()}
	var notes []copyNote
	for _, out := range outs {
		sum := sumBytes(out.zip)
		if out.reader.id == "" {
			facts["zip_sha256"] = sum
			continue
		}
		one := Copy{Reviewer: out.reader.id, Seed: out.seed, Order: out.order}
		if out.reader.codes != nil {
			one.Codes = codesOf(s.given(out.reader))
		}
		one.Folder, one.Zip = h.placeOf(out.reader)
		h.Copies = append(h.Copies, one)
		notes = append(notes, copyNote{Reviewer: one.Reviewer, Seed: one.Seed, Order: one.Order, Codes: one.Codes, Zip: sum})
	}
	if notes != nil {
		facts["copies"] = notes
	}
	if plan.Each > 0 {
		facts["overlap"] = overlapNote{Each: plan.Each, Seed: plan.Seed, Reviewers: plan.Reviewers, Method: shareMethod}
	}
	if practised := len(s.practised()); len(s.extras) > 0 {
		facts["repeats"], facts["calibration"] = len(s.extras)-practised, practised
	}
	if slices.ContainsFunc(outs, func(b blind) bool { return b.reader.ordered }) {
		facts["reading_order"] = blinding.ReadingMethod
	}
	return facts
}
