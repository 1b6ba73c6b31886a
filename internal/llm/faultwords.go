package llm

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"

	"iucomstudien/internal/llm/replies"
)

// waitAsked is how long the provider asks to wait, from its headers or its body; 0 when it says nothing.
func (c *Client) waitAsked(ex *exchange, said replies.Fault) time.Duration {
	h := ex.header
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return bounded(ms / 1000)
	}
	if after := h.Get("Retry-After"); after != "" {
		if s, err := strconv.ParseFloat(after, 64); err == nil && s >= 0 {
			return bounded(s)
		}
		if at, err := http.ParseTime(after); err == nil {
			return max(at.Sub(c.now()), 0)
		}
	}
	if said.Wait > 0 {
		return said.Wait
	}
	return max(c.resetOf(h, "X-Ratelimit-Remaining-", "X-Ratelimit-Reset-", ""), c.resetOf(h, "Anthropic-Ratelimit-", "Anthropic-Ratelimit-", "-Reset"))
}

// bounded makes a duration of seconds; more than a day is a day.
func bounded(seconds float64) time.Duration {
	const day = 24 * 60 * 60
	return time.Duration(min(seconds, day) * float64(time.Second))
}

// resetOf reads when the limits that are used up begin anew: a duration, or a moment.
func (c *Client) resetOf(h http.Header, remaining, reset, end string) time.Duration {
	var longest time.Duration
	for _, what := range []string{"Requests", "Tokens", "Input-Tokens", "Output-Tokens"} {
		left := remaining + what
		if end != "" {
			left += "-Remaining"
		}
		if h.Get(left) != "0" {
			continue
		}
		value := h.Get(reset + what + end)
		if d, err := time.ParseDuration(value); err == nil {
			longest = max(longest, d)
		} else if at, err := time.Parse(time.RFC3339, value); err == nil {
			longest = max(longest, at.Sub(c.now()))
		}
	}
	return longest
}

// isPage tells a page of HTML from a proxy, a login, a wrong address.
func isPage(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }

// pageWords describes a reply that is no answer: where it leads to, the title of a page, else its beginning.
func pageWords(ex *exchange) string {
	if to := ex.header.Get("Location"); to != "" {
		return "-> " + replies.OneLine(to)
	}
	body := string(ex.body[:min(len(ex.body), 4096)])
	if isPage(ex.body) {
		lower := strings.ToLower(body)
		if from := strings.Index(lower, "<title"); from >= 0 && len(lower) == len(body) {
			_, title, _ := strings.Cut(body[from:], ">")
			title, _, _ = strings.Cut(title, "<")
			return replies.OneLine(title)
		}
		return "HTML"
	}
	return replies.OneLine(strings.ToValidUTF8(body, "�"))
}
