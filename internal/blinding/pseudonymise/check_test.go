package pseudonymise

import "testing"

func TestCheckDigits(t *testing.T) {
	for _, c := range []struct {
		name  string
		valid func(string) bool
		right []string
		wrong []string
	}{
		{"IBAN", validIBAN, []string{"AT652561763176827676", "DE37743024817463368164", "GB29NWBK60161331926819"}, []string{"AT126566216813707768", "DE", "AT65256176317682767a"}},
		{"NRB", validNRB, []string{"96388999812562107911988124"}, []string{"96388999812562107911988125", ""}},
		{"SVNR", validSVNR, []string{"9829091283", "8876190773"}, []string{"9829091284", "9829991283", "0829091283", "98290912"}},
		{"PESEL", validPESEL, []string{"76071644344"}, []string{"60082534290", "7607164434"}},
		{"NIP", validNIP, []string{"4852377890", "138-633-28-84"}, []string{"4852377891", "1"}},
		{"Steuer-ID", validSteuerID, []string{"14273605816"}, []string{"14273605817", "04273605816"}},
		{"ATU", validATU, []string{"ATU42249321"}, []string{"ATU42249322", "ATU4224932"}},
		{"identity card", validPolishCard, []string{"ABE362486"}, []string{"ABE362487", "AB1362486", "ABE36248", "ABEX62486"}},
	} {
		for _, s := range c.right {
			if !c.valid(s) {
				t.Errorf("%s %s is taken for wrong", c.name, s)
			}
		}
		for _, s := range c.wrong {
			if c.valid(s) {
				t.Errorf("%s %s is taken for right", c.name, s)
			}
		}
	}
}
