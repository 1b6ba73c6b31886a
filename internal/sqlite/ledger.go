package sqlite

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"iucomstudien/internal/ledger"
	"iucomstudien/internal/study"
)

// SendRequest keeps a request as sent, before it is, and gives its entry in state New: it may be sent now. What is
// there already is given as it stands where it was answered or is open, and may not be sent; a new or failed one is
// taken up again, by the study and test that ask now.
func (tx *Tx) SendRequest(ctx context.Context, r ledger.Request) (ledger.Entry, error) {
	if err := tx.own(r.Study); err != nil {
		return ledger.Entry{}, err
	}
	hash, err := r.Hash()
	if err != nil {
		return ledger.Entry{}, err
	}
	settings, err := stored{r.Settings}.text()
	if err != nil {
		return ledger.Entry{}, err
	}
	kept, found, err := tx.RequestByHash(ctx, hash)
	if err != nil || found && (kept.State == ledger.Answered || kept.State == ledger.Open) {
		return kept, err
	}
	err = tx.change(ctx, `
		INSERT INTO request (hash, study, test, purpose, provider, model, system, text, settings, repeat, state, written, sent, tries)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 'open', ?11, ?11, 1)
		ON CONFLICT (hash) DO UPDATE SET study = ?2, test = ?3, purpose = ?4, state = 'open', sent = ?11, tries = tries + 1,
			batch = '', batch_key = ''`,
		hash, r.Study, r.Test, r.Purpose, r.Provider, r.Model, r.System, r.Text, settings, r.Repeat, when(tx.now))
	if err != nil {
		return ledger.Entry{}, err
	}
	e, _, err := tx.RequestByHash(ctx, hash)
	e.State = ledger.New
	return e, err
}

// replyDetail is what a reply says beside its text, as it is stored.
type replyDetail struct {
	Finish      study.Finish              `json:"finish"`
	Stop        string                    `json:"stop"`
	Model       string                    `json:"model"`
	Fingerprint string                    `json:"fingerprint"`
	RequestID   string                    `json:"request_id"`
	Usage       study.Maybe[ledger.Usage] `json:"usage"`
	WhyNoCost   study.Absence             `json:"why_no_cost"` // of no meaning where there is a cost
	PriceLine   string                    `json:"price_line"`
	Sources     []ledger.Source           `json:"sources"`
	Notes       []string                  `json:"notes"`
	Took        time.Duration             `json:"took_ns"`
}

// AnswerRequest completes an open entry with its reply. Of one that was struck meanwhile only the figures are kept.
// Problem: ledger.not-found.
func (tx *Tx) AnswerRequest(ctx context.Context, id int64, r ledger.Reply) error {
	d := replyDetail{Finish: r.Finish, Stop: r.Stop, Model: r.Model, Fingerprint: r.Fingerprint, RequestID: r.RequestID,
		Usage: r.Usage, WhyNoCost: r.Cost.Why(), PriceLine: r.PriceLine, Sources: r.Sources, Notes: r.Notes, Took: r.Took}
	detail, err := stored{d}.text()
	if err != nil {
		return err
	}
	var micros any
	cost, known := r.Cost.Get()
	if known {
		micros = cost.Micros
	}
	return tx.changeOne(ctx, requestNotFound(id), `
		UPDATE request SET state = 'answered', fault = '', answered = ?2, cost_micros = ?3, cost_currency = ?4,
			reply = iif(hash IS NULL, '', ?5), raw = iif(hash IS NULL, NULL, ?6),
			detail = iif(hash IS NULL, json_remove(?7, '$.sources'), ?7)
		WHERE id = ?1`, id, when(r.At), micros, cost.Currency, r.Text, r.Raw, detail)
}

// FailRequest keeps that a request was clearly refused or never left: it may be asked again. An answered one stays
// answered, and it is an error to say so of one.
func (tx *Tx) FailRequest(ctx context.Context, id int64, fault string) error {
	return tx.changeOne(ctx, notUnderWay(id),
		`UPDATE request SET state = 'failed', fault = iif(hash IS NULL, '', ?2) WHERE id = ?1 AND state <> 'answered'`, id, fault)
}

// DoubtRequest keeps why it is not known how a request ended; its entry stays open and waits in no batch any more. An
// answered one stays answered, as with [Tx.FailRequest].
func (tx *Tx) DoubtRequest(ctx context.Context, id int64, fault string) error {
	return tx.changeOne(ctx, notUnderWay(id),
		`UPDATE request SET state = 'open', fault = iif(hash IS NULL, '', ?2), batch = '' WHERE id = ?1 AND state <> 'answered'`, id, fault)
}

// RetryRequest makes an open entry new: a person decided that it is sent again. Problems: ledger.not-found,
// ledger.not-open (Args: id, state), ledger.in-batch (Args: id, batch): its batch is running, and will bring the reply.
func (tx *Tx) RetryRequest(ctx context.Context, id int64) error {
	e, err := tx.Request(ctx, id)
	if err != nil {
		return err
	}
	if err := tx.own(e.Request.Study); err != nil {
		return err
	}
	if e.State != ledger.Open || e.Hash == "" {
		return problem("ledger.not-open", "id", id, "state", string(e.State))
	}
	if e.Waits() {
		b, err := tx.Batch(ctx, e.Batch)
		if err != nil {
			return err
		}
		if b.State == ledger.BatchRunning {
			return problem("ledger.in-batch", "id", id, "batch", b.ID)
		}
	}
	return tx.changeOne(ctx, requestNotFound(id), `UPDATE request SET state = 'new', batch = '' WHERE id = ? AND state = 'open'`, id)
}

// SetRequestAside keeps an answered entry with all that it holds, its cost too, but under another hash: it answers nothing
// any more, and the request can be sent anew. Problems: ledger.not-found, ledger.not-open.
func (tx *Tx) SetRequestAside(ctx context.Context, id int64) error {
	e, err := tx.Request(ctx, id)
	if err != nil {
		return err
	}
	if err := tx.own(e.Request.Study); err != nil {
		return err
	}
	if e.State != ledger.Answered || e.Hash == "" {
		return problem("ledger.not-open", "id", id, "state", string(e.State))
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "set aside %d %s", e.ID, e.Hash))
	return tx.changeOne(ctx, requestNotFound(e.ID), `UPDATE request SET hash = ?2 WHERE id = ?1 AND state = 'answered'`, e.ID, hex.EncodeToString(sum[:]))
}

// StrikeRequests takes the texts of every request that a study asked or used and that quotes a withdrawn answer, in what
// was asked or in what came back, for good, and gives their number. Model, state, tokens and cost stay; the entry is never given as a
// reply again.
func (tx *Tx) StrikeRequests(ctx context.Context, studyID string, quotes func(text string) bool) (int, error) {
	if err := tx.own(studyID); err != nil {
		return 0, err
	}
	list, err := all(ctx, tx.Reader, scanRequest, `SELECT `+requestColumns+` FROM request
		WHERE hash IS NOT NULL AND (study = ?1 OR id IN (SELECT request FROM request_use WHERE study = ?1))`, studyID)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, e := range list {
		if !holdsQuote(e, quotes) {
			continue
		}
		n++
		tx.purge = true
		err := tx.change(ctx, `
			UPDATE request SET hash = NULL, system = '', text = '', reply = '', raw = NULL, fault = '', detail = json_remove(detail, '$.sources'),
				state = iif(state = 'new', 'failed', state)
			WHERE id = ?`, e.ID)
		if err != nil {
			return 0, err
		}
	}
	return n, nil
}

// holdsQuote looks into all that an entry says, also into the raw reply as its strings read.
func holdsQuote(e ledger.Entry, quotes func(string) bool) bool {
	for _, text := range []string{e.Request.System, e.Request.Text, e.Reply.Text, e.Fault, string(e.Reply.Raw), jsonText(e.Reply.Raw)} {
		if text != "" && quotes(text) {
			return true
		}
	}
	for _, s := range e.Reply.Sources {
		if quotes(s.Title) {
			return true
		}
	}
	return false
}

// jsonText is every string of a JSON document, one a line; "" when it is none.
func jsonText(data []byte) string {
	var v any
	if json.Unmarshal(data, &v) != nil {
		return ""
	}
	var b strings.Builder
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v + "\n")
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for _, one := range v {
				walk(one)
			}
		}
	}
	walk(v)
	return b.String()
}

const requestColumns = `id, coalesce(hash, ''), study, test, purpose, provider, model, system, text, settings, repeat, state, written,
	sent, tries, fault, reply, detail, raw, answered, cost_micros, cost_currency, batch, batch_key`

// requestFigures are the columns without the texts, which may be long.
const requestFigures = `id, coalesce(hash, ''), study, test, purpose, provider, model, '', '', settings, repeat, state, written,
	sent, tries, fault, '', detail, NULL, answered, cost_micros, cost_currency, batch, batch_key`

func scanRequest(row scanner) (e ledger.Entry, err error) {
	var d replyDetail
	var micros sql.Null[int64]
	var currency string
	q, r := &e.Request, &e.Reply
	err = row.Scan(&e.ID, &e.Hash, &q.Study, &q.Test, &q.Purpose, &q.Provider, &q.Model, &q.System, &q.Text, stored{&q.Settings},
		&q.Repeat, &e.State, moment{&e.Written}, moment{&e.Sent}, &e.Tries, &e.Fault,
		&r.Text, stored{&d}, &r.Raw, moment{&r.At}, &micros, &currency, &e.Batch, &e.Key)
	if err != nil {
		return e, err
	}
	r.Finish, r.Stop, r.Model, r.Fingerprint, r.RequestID = d.Finish, d.Stop, d.Model, d.Fingerprint, d.RequestID
	r.Usage, r.PriceLine, r.Sources, r.Notes, r.Took = d.Usage, d.PriceLine, d.Sources, d.Notes, d.Took
	r.Cost = study.Absent[ledger.Money](d.WhyNoCost)
	if micros.Valid {
		r.Cost = study.Known(ledger.Money{Micros: micros.V, Currency: currency})
	}
	return e, nil
}

// RequestByHash gives the entry of a request, and whether there is one.
func (r Reader) RequestByHash(ctx context.Context, hash string) (ledger.Entry, bool, error) {
	e, err := one(ctx, r, nil, scanRequest, `SELECT `+requestColumns+` FROM request WHERE hash = ?`, hash)
	return e, e.ID != 0, err
}

// Request gives an entry whole. Problem: ledger.not-found.
func (r Reader) Request(ctx context.Context, id int64) (ledger.Entry, error) {
	return one(ctx, r, requestNotFound(id), scanRequest, `SELECT `+requestColumns+` FROM request WHERE id = ?`, id)
}

// RequestQuery chooses entries; a field that is "" chooses all.
type RequestQuery struct {
	Study, Test string
	Provider    string
	State       ledger.State
}

// Requests lists entries in the order in which they were made, without their texts and raw replies: see [Reader.Request].
func (r Reader) Requests(ctx context.Context, q RequestQuery) ([]ledger.Entry, error) {
	return all(ctx, r, scanRequest, `SELECT `+requestFigures+` FROM request
		WHERE ?1 IN ('', study) AND ?2 IN ('', test) AND ?3 IN ('', provider) AND ?4 IN ('', state) ORDER BY id`,
		q.Study, q.Test, q.Provider, string(q.State))
}

func requestNotFound(id int64) *study.Problem {
	return problem("ledger.not-found", "id", fmt.Sprint(id))
}

func notUnderWay(id int64) error {
	return fmt.Errorf("request %d is not in the ledger, or is answered already", id)
}
