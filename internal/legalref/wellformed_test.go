package legalref

import "testing"

func TestWhatContradictsItselfIsNotWellFormed(t *testing.T) {
	r := newReader(t)
	for _, c := range []struct{ text, lang, reason string }{
		{"31.2.2026", "de", "no-such-day"},
		{"29.2.2024", "de", ""},
		{"29.2.2025", "de", "no-such-day"},
		{"31 września 2026 r.", "pl", "no-such-day"},
		{"OGH 30.2.2021, 6 Ob 123/20x", "de", "no-such-day"},
		{"OGH 12.3.2021, 6 Ob 123/20x", "de", ""},
		{"OGH 12.3.2019, 6 Ob 123/20x", "de", "date-before-number"},
		{"OGH 12.3.1998, 6 Ob 123/97x", "de", ""},
		{"6 Ob 123/21", "de", "check-letter-missing"},
		{"OGH Ra 2020/15/0012", "de", "register-of-other-court"},
		{"BGH 5 AZR 12/20", "de", "register-of-other-court"},
		{"BGH VIII ZR 12/20", "de", ""},
		{"BGH VIa ZR 335/21", "de", ""},
		{"BGH XX ZR 12/20", "de", "no-such-panel"},
		{"BGH 7 StR 12/20", "de", "no-such-panel"},
		{"VwGH Ra 2010/15/0012", "de", "year-before-register"},
		{"LG Köln 14 Qq 123/22", "de", "unknown-register"},
		{"LG Köln 14 O 123/22", "de", ""},
		{"NSA III CZP 6/21", "pl", "register-of-other-court"},
		{"SN III CZP 6/21", "pl", ""},
		{"§ 1502 ABGB", "de", ""},
		{"§ 1504 ABGB", "de", "no-such-provision"},
		{"Art. 147 GG", "de", "no-such-provision"},
		{"§§ 310–305 BGB", "de", "range-backwards"},
		{"art. 1089 k.c.", "pl", "no-such-provision"},
		{"RIS-Justiz RS0016556", "de", ""},
		{"RIS-Justiz RS00165", "de", "headnote-digits"},
		{"ECLI:EU:C:2014:317", "de", ""},
		{"ECLI:EU:C:2014", "de", "ecli-parts"},
		{"ECLI:EUR:C:2014:317", "de", "ecli-country"},
		{"ECLI:EU:CCCCCCCC:2014:317", "de", "ecli-court"},
		{"ECLI:EU:C:14:317", "de", "ecli-year"},
		{"ECLI:EU:C:2014:12345678901234567890123456", "de", "ecli-number"},
		{"ECLI:DE:BGH:2021:320121UVIIIZR12.20.0", "de", "ecli-date"},
		{"ECLI:AT:OGH0002:2021:0060OB00123.21X.1312.000", "de", "ecli-date"},
		{"CELEX 32016R0679", "de", ""},
		{"CELEX 32016Z0679", "de", "celex-type"},
		{"CELEX 31016R0679", "de", "celex-year"},
		{"CELEX 02016R0679-20161332", "de", "celex-date"},
		{"JGS Nr 946/1911", "de", "year-outside-journal"},
		{"Dz.U. z 1917 r. poz. 12", "pl", "year-outside-journal"},
		{"Richtlinie 1945/13/EU", "de", "act-year"},
	} {
		hits := r.Find(c.text, c.lang)
		if len(hits) != 1 || hits[0].Text != c.text || hits[0].Reason != c.reason || hits[0].WellFormed != (c.reason == "") {
			t.Errorf("%q: got %v, want one hit with reason %q", c.text, describe(hits), c.reason)
		}
	}
}

// TestCheckLetterIsKeptAndNotVerified: the rule behind the letter is not known, so any letter is well formed.
func TestCheckLetterIsKeptAndNotVerified(t *testing.T) {
	r := newReader(t)
	for c := 'a'; c <= 'z'; c++ {
		text := "6 Ob 123/21" + string(c)
		if h := r.Find(text, "de"); len(h) != 1 || !h[0].WellFormed || h[0].Part("check") != string(c) {
			t.Errorf("%q: %v", text, describe(h))
		}
	}
}

func describe(hits []Hit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, string(h.Kind)+" "+h.Text+" = "+h.Norm+" !"+h.Reason)
	}
	return out
}

func TestShortFormsAreTiedToWhatTheyReferTo(t *testing.T) {
	r := newReader(t)
	for _, c := range []struct{ text, lang, form, refers string }{
		{"Nach § 3 KSchG gilt dies; § 5 Abs 2 leg cit verlangt mehr.", "de", "leg cit", "AT:KSchG"},
		{"Nach § 3 KSchG gilt dies; § 5 Abs 2 leg cit verlangt mehr.", "de", "§ 5 Abs 2", "AT:KSchG"},
		{"OGH 6 Ob 123/21x; ebd Rz 14.", "de", "ebd", "AT:OGH:6Ob123/21x"},
		{"BGHZ 154, 239; a.a.O. S. 241.", "de", "a.a.O.", "DE:BGHZ:154:239"},
		{"§ 879 ABGB ist zwingend. Abs 3 gilt für AGB.", "de", "Abs 3", "AT:ABGB:§879"},
		{"Wyrok SN z 3.02.2020 r., II CSK 12/19; tamże, s. 5.", "pl", "tamże", "PL:SN:II CSK 12/19@2020-02-03"},
		{"See C-131/12; ibid., para 12.", "en", "ibid.", "EU:CJ:C-131/12"},
		{"Ebd., Rn. 5.", "de", "Ebd.", ""},
	} {
		found := false
		for _, h := range r.Find(c.text, c.lang) {
			if h.Text == c.form {
				found = true
				if h.RefersTo != c.refers {
					t.Errorf("%q: %q refers to %q, want %q", c.text, c.form, h.RefersTo, c.refers)
				}
			}
		}
		if !found {
			t.Errorf("%q: no hit %q", c.text, c.form)
		}
	}
}
