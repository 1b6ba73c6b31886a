package studylog_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"iucomstudien/internal/studylog"
)

func TestOpeningsBeforeTheUnblindingAreThoseThatTheUnblindingItselfDidNotNeed(t *testing.T) {
	type step struct {
		kind studylog.Kind
		data string
	}
	shown := step{studylog.KeyOpened, `{"how":"shown","key_holder":"R01"}`}
	unnamed := step{studylog.KeyOpened, `{"how":"shown"}`}
	unlocked := step{studylog.KeyOpened, `{"how":"unlocked","unlocked":true}`}
	sheet, unblinded := step{studylog.SheetImported, `{}`}, step{studylog.Unblinded, `{}`}
	for name, c := range map[string]struct {
		steps []step
		want  []studylog.Opening // Test and Time aside
	}{
		"never":                               {[]step{sheet, unblinded}, nil},
		"afterwards only":                     {[]step{sheet, unblinded, shown}, nil},
		"to unblind":                          {[]step{sheet, unlocked, unblinded}, nil},
		"before ratings":                      {[]step{shown, sheet, unblinded, shown}, []studylog.Opening{{Holder: "R01", Before: true}}},
		"after ratings":                       {[]step{sheet, unnamed, unblinded}, []studylog.Opening{{}}},
		"unlocked long before":                {[]step{unlocked, sheet, unblinded}, []studylog.Opening{{Before: true}}},
		"shown, then unlocked to unblind":     {[]step{shown, sheet, unlocked, unblinded}, []studylog.Opening{{Holder: "R01", Before: true}}},
		"not unblinded yet":                   {[]step{sheet, unlocked}, []studylog.Opening{{}}},
		"a consensus after it":                {[]step{sheet, unnamed, {studylog.ConsensusKept, `{}`}, unblinded}, []studylog.Opening{{Before: true}}},
		"a note that nobody can read":         {[]step{{studylog.KeyOpened, `[]`}, unblinded}, []studylog.Opening{{}}},
		"unlocked, looked at, then unblinded": {[]step{unlocked, unnamed, unblinded}, []studylog.Opening{{}, {}}},
	} {
		t.Run(name, func(t *testing.T) {
			var log []studylog.Entry
			for i, s := range c.steps {
				at := time.Date(2026, 5, 4, 9, i, 0, 0, time.UTC)
				log = append(log, studylog.Entry{Kind: s.kind, Test: "T1", Time: at, Data: json.RawMessage(s.data)},
					studylog.Entry{Kind: studylog.KeyOpened, Test: "T2", Time: at, Data: json.RawMessage(`{}`)})
			}
			got := studylog.Early(log, "T1")
			for i := range got {
				got[i].Test, got[i].Time = "", time.Time{}
			}
			if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFindingsThatWereTakenAreThoseOfTheLastHandOut(t *testing.T) {
	entry := func(test string, kind studylog.Kind, data string) studylog.Entry {
		return studylog.Entry{Test: test, Kind: kind, Data: json.RawMessage(data)}
	}
	for name, c := range map[string]struct {
		log     []studylog.Entry
		n       int
		because string
	}{
		"nothing handed out": {nil, 0, ""},
		"nothing found":      {[]studylog.Entry{entry("t", studylog.HandedOut, `{"findings":0,"accepted_because":""}`)}, 0, ""},
		"two taken":          {[]studylog.Entry{entry("t", studylog.HandedOut, `{"findings":2,"accepted_because":"part of the facts"}`)}, 2, "part of the facts"},
		"mended afterwards": {[]studylog.Entry{entry("t", studylog.HandedOut, `{"findings":2,"accepted_because":"in haste"}`),
			entry("t", studylog.HandedOut, `{"findings":0,"accepted_because":""}`)}, 0, ""},
		"another test": {[]studylog.Entry{entry("u", studylog.HandedOut, `{"findings":1,"accepted_because":"x"}`)}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if n, because := studylog.TakenFindings(c.log, "t"); n != c.n || because != c.because {
				t.Errorf("%d because %q", n, because)
			}
		})
	}
}
