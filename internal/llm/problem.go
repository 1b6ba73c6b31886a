package llm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"iucomstudien/internal/llm/replies"
	"iucomstudien/internal/study"
)

// Fault is why a request has no reply. Its Problem is what persons read; it is nil when the caller ended the request.
type Fault struct {
	Problem   *study.Problem
	Err       error         // the caller's end: [context.Canceled]
	Wait      time.Duration // the provider asks to wait as long; 0: it says nothing
	Again     bool          // the same request may be sent again, and has a chance
	Doubt     bool          // it had left and may have been answered and paid
	Stop      bool          // every other request would meet the same: the run ends
	Status    int           // of HTTP; 0: there was no reply
	RequestID string        // the provider's
	Words     string        // the provider's own, short, without keys
}

// Error is for developers and the log.
func (f *Fault) Error() string {
	if f.Problem != nil {
		return f.Problem.Error()
	}
	return f.Err.Error()
}

// Unwrap gives the Problem, or the caller's end.
func (f *Fault) Unwrap() error {
	if f.Problem != nil {
		return f.Problem
	}
	return f.Err
}

// Retry tells whether the same request may be sent again, and the least time to wait before; 0 leaves it to the caller.
func Retry(err error) (wait time.Duration, may bool) {
	var f *Fault
	if !errors.As(err, &f) {
		return 0, false
	}
	return f.Wait, f.Again && !f.Doubt
}

// InDoubt tells whether the request may have been answered and paid although no reply is here. Such a request is not sent
// again by itself.
func InDoubt(err error) bool {
	var f *Fault
	return errors.As(err, &f) && f.Doubt
}

// Stops tells whether every other request would meet the same fault: no key, no credit, no such model.
func Stops(err error) bool {
	var f *Fault
	return errors.As(err, &f) && f.Stop
}

// Words gives what the provider said, without keys, for the ledger; the error's own words where it said nothing.
func Words(err error) string {
	var f *Fault
	if errors.As(err, &f) && f.Words != "" {
		return f.Words
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

// notPaid takes the doubt from the fault of a request that costs nothing.
func notPaid(err error) error {
	var f *Fault
	if errors.As(err, &f) {
		f.Doubt = false
	}
	return err
}

// fault makes a fault of a kind, with what follows from it.
func (c *Client) fault(kind, words string, ex *exchange) *Fault {
	k := c.facts.kinds[kind]
	words = redact(words, c.key)
	f := &Fault{Again: k.Again, Stop: k.Stop, Words: words}
	if ex != nil {
		f.Status = ex.status
		f.RequestID = ex.requestID()
	}
	f.Problem = &study.Problem{ID: "llm." + kind, Args: map[string]any{
		"provider": c.name, "address": c.base, "words": words, "status": f.Status, "model": "", "wait": 0,
	}}
	return f
}

// judge says what became of a request, from what the transport saw. nil: a reply with a good status is here, whole.
func (c *Client) judge(caller context.Context, ex *exchange, said error) error {
	switch {
	case ex.whole && ex.status/100 == 2:
		return nil
	case ex.whole:
		return c.refused(ex)
	case errors.Is(caller.Err(), context.Canceled):
		return &Fault{Err: fmt.Errorf("asking %s: %w", c.name, context.Canceled), Doubt: ex.left.Load() && !c.local}
	case ex.err != nil:
		return c.broken(ex)
	case errors.Is(said, errOrigin):
		f := c.fault("foreign-host", said.Error(), nil)
		f.Problem.Args["host"] = c.base
		return f
	}
	return fmt.Errorf("preparing a request to %s: %s", c.name, redact(fmt.Sprint(said), c.key))
}

// broken says what a connection that gave no whole reply means.
func (c *Client) broken(ex *exchange) error {
	words := redact(rootWords(ex.err), c.key)
	kind := "no-network"
	var timeout net.Error
	var dns *net.DNSError
	switch {
	case errors.Is(ex.err, errTooBig):
		kind = "not-an-answer"
	case errors.Is(ex.err, context.DeadlineExceeded) || errors.As(ex.err, &timeout) && timeout.Timeout() && !errors.As(ex.err, &dns):
		kind = "timeout"
	case untrusted(ex.err):
		kind = "untrusted-connection"
	case ex.left.Load():
		kind = "cut-connection"
	case c.local:
		kind = "no-server"
	}
	f := c.fault(kind, words, ex)
	f.Problem.Err = errors.New(words)
	f.Doubt = ex.left.Load() && !c.local && (ex.status == 0 || ex.status/100 == 2)
	if c.local && kind == "timeout" {
		f.Again = false
	}
	if kind == "timeout" {
		f.Problem.Args["wait"] = int(c.timeout.Seconds())
	}
	return f
}

// untrusted tells a certificate that nobody vouches for, as computers in the middle show it.
func untrusted(err error) bool {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	return errors.As(err, &unknown) || errors.As(err, &name) || errors.As(err, &invalid) || errors.As(err, &verify) || errors.As(err, &record)
}

// rootWords are the words of the innermost error: those around it repeat addresses.
func rootWords(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// refused says what a provider's no means.
func (c *Client) refused(ex *exchange) error {
	said, ok := replies.ReadFault(ex.body)
	if ex.status/100 == 3 || !ok && (ex.status == http.StatusNotFound || ex.status == http.StatusMethodNotAllowed || ex.status == http.StatusForbidden) {
		return c.fault("not-an-answer", pageWords(ex), ex)
	}
	if !ok {
		said.Message = pageWords(ex)
	}
	return c.classified(ex, ex.status, said)
}

// classified finds the first rule that fits.
func (c *Client) classified(ex *exchange, status int, said replies.Fault) *Fault {
	words := strings.ToLower(said.All())
	for _, rule := range c.facts.rules {
		if !rule.fits(status, words) {
			continue
		}
		f := c.fault(rule.Is, said.Short(), ex)
		f.Wait = c.waitAsked(ex, said)
		f.Problem.Args["wait"] = int(f.Wait.Round(time.Second).Seconds())
		return f
	}
	return c.fault("not-an-answer", said.Short(), ex)
}

// unreadable says what a reply with a good status means that is none. Where the provider itself reports a fault it is
// one; a page of HTML comes from somebody in between; anything else may be a paid answer that was spoilt on the way.
func (c *Client) unreadable(ex *exchange, err error) error {
	if said, ok := replies.ReadFault(ex.body); ok && errors.Is(err, replies.ErrFailed) {
		status := ex.status
		if code, convErr := strconv.Atoi(said.Code); convErr == nil && code >= 400 && code < 600 {
			status = code
		}
		return c.classified(ex, status, said)
	}
	f := c.fault("not-an-answer", pageWords(ex), ex)
	f.Problem.Err = errors.New(redact(err.Error(), c.key))
	f.Doubt = !isPage(ex.body) && !c.local
	return f
}
