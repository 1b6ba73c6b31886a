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
	KeyHolder string   // ID of who keeps the key; that reviewer's sheets are refused in the whole study
}

// Copy is the blind folder of one reviewer.
type Copy struct {
	Reviewer string
	Folder   string
	Zip      string
	Seed     int32        // of the reading order; 0 when they read in blind order
	Order    []study.Code // in which the answers are read; nil: in blind order
}

// copyNote is a copy as the log keeps it.
type copyNote struct {
	Reviewer string       `json:"reviewer"`
	Seed     int32        `json:"seed,omitempty"`
	Order    []study.Code `json:"order,omitempty"`
	Zip      string       `json:"zip_sha256"`
}

// handedNote is what the log says of a hand-out, as far as it is read again.
type handedNote struct {
	Zip    string     `json:"zip_sha256"` // of the one folder for all
	Copies []copyNote `json:"copies"`     // or of each reviewer's
}

// reader is somebody for whom a blind folder is made; the zero reader is anybody.
type reader struct {
	id      string
	ordered bool // reads in an order of their own
}

// plainID is an ID that may stand in the name of a folder.
var plainID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,19}$`)

// readers checks whom a hand-out is for. Problems: handout.reviewer-id, handout.reviewer-twice, handout.holder-reviews
// (Args: reviewer), handout.orders-for-nobody.
func (o HandOutOptions) readers() ([]reader, error) {
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
		one := Copy{Reviewer: n.Reviewer, Seed: n.Seed, Order: n.Order}
		one.Folder, one.Zip = h.placeOf(reader{id: n.Reviewer})
		list = append(list, one)
	}
	return list, nil
}

// readersBefore are those for whom the last hand-out was made.
func (c *Conduct) readersBefore(ctx context.Context, ref Ref) ([]reader, error) {
	noted, err := c.lastHandedOut(ctx, ref)
	if err != nil {
		return nil, err
	}
	if len(noted.Copies) == 0 {
		return []reader{{}}, nil
	}
	list := make([]reader, len(noted.Copies))
	for i, n := range noted.Copies {
		list[i] = reader{id: n.Reviewer, ordered: n.Order != nil}
	}
	return list, nil
}

// reading draws the order in which a reader reads what is left of the n answers that were blinded; nil is blind order.
func reading(test study.Test, r reader, n int, left []study.Code) (seed int32, order []study.Code) {
	if !r.ordered {
		return 0, nil
	}
	seed, places := blinding.ReadingOrder(test.Seed, r.id, n)
	order = make([]study.Code, 0, n)
	for _, place := range places {
		if code := study.CodeAt(place); slices.Contains(left, code) {
			order = append(order, code)
		}
	}
	return seed, order
}

// blindFolders makes the blind folder of every reader.
func (c *Conduct) blindFolders(ctx context.Context, s *situation, key studykey.Key, readers []reader) ([]blind, error) {
	list := make([]blind, len(readers))
	for i, r := range readers {
		var err error
		if list[i], err = c.blindFolder(ctx, s, key, r); err != nil {
			return nil, err
		}
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
func (h *HandedOut) describe(outs []blind, key studykey.Key) map[string]any {
	facts := map[string]any{"answers_sha256": outs[0].checksum, "codes": h.Codes, "commitment": key.Commitment()}
	var notes []copyNote
	for _, out := range outs {
		sum := sumBytes(out.zip)
		if out.reader.id == "" {
			facts["zip_sha256"] = sum
			continue
		}
		one := Copy{Reviewer: out.reader.id, Seed: out.seed, Order: out.order}
		one.Folder, one.Zip = h.placeOf(out.reader)
		h.Copies = append(h.Copies, one)
		notes = append(notes, copyNote{Reviewer: one.Reviewer, Seed: one.Seed, Order: one.Order, Zip: sum})
	}
	if notes != nil {
		facts["copies"] = notes
	}
	if slices.ContainsFunc(outs, func(b blind) bool { return b.reader.ordered }) {
		facts["reading_order"] = blinding.ReadingMethod
	}
	return facts
}
