package pseudonymise

import "strings"

// findSite handles web addresses: with a protocol, with www, or a bare domain of a known top level.
func (p *Pseudonymiser) findSite(d *doc, i int) {
	t := &d.tok[i]
	from := i
	switch {
	case (t.text == "http" || t.text == "https") && d.mark(i+1, ":") && d.mark(i+2, "/"), t.text == "www" && d.mark(i+1, ".") && d.joined(i+2):
	case d.mark(i-1, ".") && d.joined(i) && d.joined(i-1) && d.lex.tlds[t.text] && !d.joinedWord(i+1):
		for from > 0 && d.joined(from) && (d.at(from-1).kind != kindPunct || strings.Contains(".-", d.at(from-1).text)) {
			from--
		}
		if !siteCaseless.MatchString(d.text[d.tok[from].start:t.end]) || len(d.tok[i-2].text) < 2 {
			return
		}
	default:
		return
	}
	if !d.open(from, i+1) {
		return
	}
	start := d.tok[from].start
	address := strings.TrimRight(addressRest.FindString(d.text[start:min(len(d.text), start+400)]), ".,;:!?*_`")
	if from == i && len(address) <= len(t.text)+3 {
		return
	}
	if d.officialSite(address) {
		end := from
		for end < len(d.tok) && d.tok[end].start < start+len(address) {
			end++
		}
		d.cover(from, end, masked)
		return
	}
	d.takeBytes("WEB", from, start+len(address), siteKey)
}

// joinedWord tells whether token i is a word or number that goes on without a blank, or a point before one.
func (d *doc) joinedWord(i int) bool {
	if !d.joined(i) {
		return false
	}
	return d.at(i).kind != kindPunct || d.at(i).text == "." && d.joined(i+1) && d.at(i+1).kind != kindPunct
}

// officialSite tells whether an address stays: public bodies, reporters, and platforms without a path.
func (d *doc) officialSite(address string) bool {
	host := siteKey(address)
	path := ""
	if at := strings.IndexAny(host, "/?#"); at >= 0 {
		host, path = host[:at], strings.Trim(host[at:], "/?#")
	}
	for rest := host; rest != ""; {
		if d.lex.siteKeep[rest] || d.lex.sitePlatform[rest] && path == "" {
			return true
		}
		_, after, ok := strings.Cut(rest, ".")
		if !ok {
			break
		}
		rest = after
	}
	return false
}

// siteKey is an address without protocol and www.
func siteKey(address string) string {
	key := strings.ToLower(address)
	key = strings.TrimPrefix(strings.TrimPrefix(key, "https://"), "http://")
	return strings.TrimSuffix(strings.TrimPrefix(key, "www."), "/")
}
