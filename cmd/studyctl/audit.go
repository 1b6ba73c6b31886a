package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"iucomstudien/internal/conduct"
	"iucomstudien/internal/stats"
)

// auditJSON is an audit as the terminal prints it.
type auditJSON struct {
	Findings []string           `json:"findings"`
	Area     stats.Figure       `json:"roc_area"`
	People   int                `json:"people"`
	Machines int                `json:"machines"`
	Alarming bool               `json:"alarming"`
	Heaviest map[string]float64 `json:"heaviest"`
	Oddities map[string][]odd   `json:"oddities"`
}

type odd struct {
	Feature string  `json:"feature"`
	Value   float64 `json:"value"`
	Middle  float64 `json:"middle"`
	Off     float64 `json:"off"`
}

func (t *terminal) auditCommand() *cobra.Command {
	return &cobra.Command{Use: "audit", Short: t.words.T("cli.audit"), Args: t.exactly(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return t.withTest(c.Context(), func(cd *conduct.Conduct, ref conduct.Ref) error {
				a, err := cd.Audit(c.Context(), ref)
				if err != nil {
					return err
				}
				return t.result(t.auditOut(a), func(w io.Writer) { t.printAudit(w, a) })
			})
		}}
}

func (t *terminal) auditOut(a conduct.Audit) auditJSON {
	out := auditJSON{Findings: []string{}, Area: a.Leak.Area, People: a.Leak.People, Machines: a.Leak.Machines,
		Alarming: a.Leak.Alarming(), Heaviest: map[string]float64{}, Oddities: map[string][]odd{}}
	for _, p := range a.Findings {
		sentence, _ := t.words.Problem(p)
		out.Findings = append(out.Findings, sentence)
	}
	for _, w := range a.Leak.Heaviest {
		out.Heaviest[w.Feature] = w.Weight
	}
	for _, o := range a.Oddities {
		for _, one := range o.List {
			out.Oddities[string(o.Code)] = append(out.Oddities[string(o.Code)], odd{one.Feature, one.Value, one.Middle, one.Off})
		}
	}
	return out
}

func (t *terminal) printAudit(w io.Writer, a conduct.Audit) {
	if len(a.Findings) == 0 {
		fmt.Fprintln(w, t.words.T("audit.nothing"))
	}
	for _, p := range a.Findings {
		sentence, _ := t.words.Problem(p)
		fmt.Fprintln(w, sentence)
	}
	fmt.Fprintln(w, t.words.T("audit.meter"))
	fmt.Fprintln(w, t.meter(a))
	for _, x := range a.Leak.Heaviest {
		fmt.Fprintf(w, "  %s\t%s\n", t.words.T("telltale.feature."+x.Feature), t.words.Number(x.Weight, 2))
	}
	fmt.Fprintln(w, t.words.T("audit.oddities"))
	for _, o := range a.Oddities {
		for _, one := range o.List {
			key := "audit.more"
			if one.Off < 0 {
				key = "audit.less"
			}
			fmt.Fprintf(w, "  %s\t%s\t%s\n", o.Code, t.words.T("telltale.feature."+one.Feature),
				t.words.T(key, "value", t.words.Number(one.Value, 2), "middle", t.words.Number(one.Middle, 2)))
		}
	}
}

// meter says in a sentence how well style alone would tell people from machines.
func (t *terminal) meter(a conduct.Audit) string {
	value, ok := a.Leak.Area.Value()
	if !ok {
		return t.words.T("audit.too-few", "people", a.Leak.People, "machines", a.Leak.Machines)
	}
	low, high := value, value
	if i := a.Leak.Area.Interval; i != nil {
		low, high = i.Low, i.High
	}
	key := "audit.calm"
	if a.Leak.Alarming() {
		key = "audit.alarming"
	}
	return t.words.T("audit.area", "area", t.words.Number(value, 2), "low", t.words.Number(low, 2), "high", t.words.Number(high, 2)) + " " + t.words.T(key)
}
