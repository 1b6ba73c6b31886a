package grading_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// replyCase is a reply written from the grammar alone, with what has to be read from it.
type replyCase struct {
	Name      string                    `json:"name"`
	Reply     string                    `json:"reply"`
	Codes     []string                  `json:"codes"`
	Nonce     string                    `json:"nonce"`
	Gold      bool                      `json:"gold"`
	Target    bool                      `json:"target"`
	Truncated bool                      `json:"truncated"`
	Want      map[string]map[string]any `json:"want"`      // code, path into its grading, value; null: absent
	Repair    map[string][]string       `json:"repair"`    // code, fields that are asked for again
	Corrected []string                  `json:"corrected"` // code.field
	Lenient   *bool                     `json:"lenient"`   // whether anything was read leniently; null: either
}

// TestRepliesAreReadAsTheGrammarDemands goes through replies in three languages: plain ones, each named leniency, each thing
// that is not accepted, each rule of consistency.
func TestRepliesAreReadAsTheGrammarDemands(t *testing.T) {
	var cases []replyCase
	if err := json.Unmarshal([]byte(read(t, "replies.json")), &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			var got stageRead
			text := stage(t, map[string]any{"reply": c.Reply, "codes": c.Codes, "nonce": c.Nonce, "gold": c.Gold, "target": c.Target, "truncated": c.Truncated})
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Fatal(err)
			}
			got.compare(t, c)
		})
	}
}

// stageRead is the output of the stage as far as it is compared.
type stageRead struct {
	Gradings  []map[string]any
	Corrected []struct{ Code, Field string }
	Lenient   []any
	Repair    []struct {
		Code   string
		Fields []string
	}
}

func (got stageRead) compare(t *testing.T, c replyCase) {
	t.Helper()
	for code, paths := range c.Want {
		var grading any
		for _, g := range got.Gradings {
			if g["code"] == code {
				grading = g
			}
		}
		for path, want := range paths {
			if value := at(grading, path); !reflect.DeepEqual(value, want) {
				t.Errorf("%s %s: %v, want %v", code, path, value, want)
			}
		}
	}
	repair := make(map[string][]string)
	for _, r := range got.Repair {
		slices.Sort(r.Fields)
		repair[r.Code] = r.Fields
	}
	for _, fields := range c.Repair {
		slices.Sort(fields)
	}
	if len(repair)+len(c.Repair) > 0 && !reflect.DeepEqual(repair, c.Repair) {
		t.Errorf("repair %v, want %v", repair, c.Repair)
	}
	var corrected []string
	for _, e := range got.Corrected {
		corrected = append(corrected, e.Code+"."+e.Field)
	}
	if !slices.Equal(corrected, c.Corrected) {
		t.Errorf("corrected %v, want %v", corrected, c.Corrected)
	}
	if c.Lenient != nil && (len(got.Lenient) > 0) != *c.Lenient {
		t.Errorf("lenient %v, want some: %v", got.Lenient, *c.Lenient)
	}
}

// at is the value under a path of keys and places; nil where there is none.
func at(value any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}
