package llm

import (
	"context"
	"sync"
	"time"
)

// Clock is time as a Desk sees it, so that tests need not wait.
type Clock interface {
	Now() time.Time
	// Sleep waits, or ends with the context's error.
	Sleep(ctx context.Context, d time.Duration) error
}

// SystemClock is the machine's clock.
type SystemClock struct{}

// Now is the present time.
func (SystemClock) Now() time.Time { return time.Now() }

// Sleep waits, or ends with the context's error.
func (SystemClock) Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Limits are what a provider is asked to bear.
type Limits struct {
	Parallel  int // requests at once; 0: the program's own limit
	PerMinute int // requests begun in a minute; 0: no limit
}

const (
	startParallel = 2  // requests at once, to begin with
	mostParallel  = 8  // where the person sets no other limit
	growAfter     = 10 // good replies in a row after which one request more may run at once
)

// Gate keeps the requests to one provider within its rate. It begins with two at once, halves that when the provider
// says that it is too fast, and grows slowly again. One Gate serves all desks of a provider.
type Gate struct {
	clock Clock

	mu      sync.Mutex
	limit   int // requests at once, now
	most    int // that limit may become
	busy    int
	good    int // replies in a row without a complaint
	spacing time.Duration
	next    time.Time                // before this no request begins
	changed chan struct{}            // closed when a place becomes free
	asking  map[string]chan struct{} // by hash of what is being asked; closed at its end
}

// NewGate is a gate for a provider with these limits.
func NewGate(l Limits, clock Clock) *Gate {
	g := &Gate{clock: clock, limit: startParallel, changed: make(chan struct{}), asking: make(map[string]chan struct{})}
	g.Limit(l)
	return g
}

// Limit changes the limits for requests that begin from now on.
func (g *Gate) Limit(l Limits) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.most, g.spacing = mostParallel, 0
	if l.Parallel > 0 {
		g.most = l.Parallel
	}
	if l.PerMinute > 0 {
		g.spacing = time.Minute / time.Duration(l.PerMinute)
	}
	g.limit = min(g.limit, g.most)
	g.wake()
}

// alone waits until nobody else asks the same, so that it is asked once and read from the ledger by the others.
func (g *Gate) alone(ctx context.Context, hash string) (done func(), err error) {
	for {
		g.mu.Lock()
		other := g.asking[hash]
		if other == nil {
			own := make(chan struct{})
			g.asking[hash] = own
			g.mu.Unlock()
			return func() {
				g.mu.Lock()
				defer g.mu.Unlock()
				delete(g.asking, hash)
				close(own)
			}, nil
		}
		g.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-other:
		}
	}
}

// enter waits for a place and for the moment when a request may begin.
func (g *Gate) enter(ctx context.Context) error {
	if err := g.place(ctx); err != nil {
		return err
	}
	for {
		g.mu.Lock()
		now := g.clock.Now()
		wait := g.next.Sub(now)
		if wait <= 0 {
			g.next = now.Add(g.spacing)
			g.mu.Unlock()
			return nil
		}
		g.mu.Unlock()
		if err := g.clock.Sleep(ctx, wait); err != nil {
			g.leave()
			return err
		}
	}
}

// place waits for one of the requests that may run at once.
func (g *Gate) place(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.mu.Lock()
		if g.busy < g.limit {
			g.busy++
			g.mu.Unlock()
			return nil
		}
		changed := g.changed
		g.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-changed:
		}
	}
}

// leave frees the place.
func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.busy--
	g.wake()
}

func (g *Gate) wake() {
	close(g.changed)
	g.changed = make(chan struct{})
}

// thanked notes a good reply: after some in a row one request more may run at once.
func (g *Gate) thanked() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.good++; g.good >= growAfter && g.limit < g.most {
		g.limit, g.good = g.limit+1, 0
		g.wake()
	}
}

// slowed notes that the provider is asked too fast: half as many at once, and none before it allows.
func (g *Gate) slowed(wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.limit, g.good = max(g.limit/2, 1), 0
	if until := g.clock.Now().Add(wait); until.After(g.next) {
		g.next = until
	}
}

// Asking tells whether the request with this hash is under way.
func (g *Gate) Asking(hash string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.asking[hash] != nil
}
