package stats

import (
	"cmp"
	"context"
	"encoding/binary"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// part is a number of units with the same pattern of counts.
type part struct {
	pattern int32
	units   int64
}

// block is what is drawn as a whole: a unit, or all units of a question. Equal blocks are kept once.
type block struct {
	parts []part
	size  int64 // equal blocks
}

// resampler draws as many blocks as there are, with replacement, and says how often each pattern came.
type resampler struct {
	blocks   []block
	total    int64   // blocks, equal ones counted each
	of       []int32 // block of each of them; nil: only numbers of blocks are drawn
	patterns int
	cumulate []float64 // share of blocks from this one on
	alone    bool      // block i is one unit of pattern i
	quick    *packed   // how often each pattern is in each block; nil where it is not worth while
}

// unitBlocks makes every unit a block.
func unitBlocks(of []int32, patterns int) *resampler {
	r := &resampler{blocks: make([]block, patterns), patterns: patterns, alone: true}
	for i := range r.blocks {
		r.blocks[i].parts = []part{{int32(i), 1}}
	}
	for _, p := range of {
		r.blocks[p].size++
	}
	r.prepare()
	return r
}

// clusterBlocks makes all units with the same cluster number a block. Clusters are numbered from 0.
func clusterBlocks(of []int32, patterns int, cluster []int32, clusters int) *resampler {
	members := make([][]int32, clusters)
	for u, c := range cluster {
		members[c] = append(members[c], of[u])
	}
	type found struct {
		key   string
		block block
	}
	byKey := map[string]int{}
	var all []found
	where := make([]int, clusters)
	for c, list := range members {
		slices.Sort(list)
		key := make([]byte, 0, 4*len(list))
		for _, p := range list {
			key = binary.BigEndian.AppendUint32(key, uint32(p))
		}
		i, ok := byKey[string(key)]
		if !ok {
			i = len(all)
			byKey[string(key)] = i
			all = append(all, found{string(key), block{parts: partsOf(list)}})
		}
		all[i].block.size++
		where[c] = i
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(all[a].key, all[b].key) })
	r := &resampler{patterns: patterns}
	for _, i := range order {
		r.blocks = append(r.blocks, all[i].block)
	}
	r.prepare()
	if patterns <= maxPackedPatterns {
		rows := make([][]int64, len(r.blocks))
		for i, b := range r.blocks {
			rows[i] = make([]int64, patterns)
			for _, p := range b.parts {
				rows[i][p.pattern] = p.units
			}
		}
		if quick, ok := newPacked(rows, r.total); ok {
			r.quick = quick
		}
	}
	return r
}

// maxPackedPatterns is the number of patterns up to which the counts of blocks are packed.
const maxPackedPatterns = 64

// most is the largest number of units that a sample can have.
func (r *resampler) most() int64 {
	largest := int64(0)
	for _, b := range r.blocks {
		units := int64(0)
		for _, p := range b.parts {
			units += p.units
		}
		largest = max(largest, units)
	}
	return r.total * largest
}

func partsOf(sorted []int32) []part {
	var parts []part
	for _, p := range sorted {
		if n := len(parts); n > 0 && parts[n-1].pattern == p {
			parts[n-1].units++
		} else {
			parts = append(parts, part{p, 1})
		}
	}
	return parts
}

// maxListed is the number of blocks up to which they are listed one by one.
const maxListed = 1 << 22

// prepare derives from the blocks what drawing needs; so it depends on nothing but the blocks.
func (r *resampler) prepare() {
	r.total = 0
	for _, b := range r.blocks {
		r.total += b.size
	}
	r.cumulate = make([]float64, len(r.blocks))
	left := r.total
	for i, b := range r.blocks {
		if left > 0 {
			r.cumulate[i] = float64(b.size) / float64(left)
		}
		left -= b.size
	}
	if r.total > maxListed {
		return
	}
	r.of = make([]int32, 0, r.total)
	for i, b := range r.blocks {
		for range b.size {
			r.of = append(r.of, int32(i))
		}
	}
}

// drawsPerBlock is how many single draws cost as much as one binomial number.
const drawsPerBlock = 12

// draw sets weights to how often each pattern came in one sample. counts is room for a number per block.
func (r *resampler) draw(s stream, counts, weights []int64) {
	if r.alone {
		r.drawSome(s, r.total, weights)
		return
	}
	r.drawSome(s, r.total, counts)
	clear(weights)
	if r.quick != nil {
		r.quick.add(counts, 0, len(counts), weights)
		return
	}
	for b, n := range counts {
		if n == 0 {
			continue
		}
		for _, p := range r.blocks[b].parts {
			weights[p.pattern] += n * p.units
		}
	}
}

// drawSome draws n blocks with replacement, one by one or, where many are equal, their numbers at once: each is
// binomial given those before it.
func (r *resampler) drawSome(s stream, n int64, counts []int64) {
	if r.of != nil && n < drawsPerBlock*int64(len(r.blocks)) {
		clear(counts)
		s.count(n, r.of, counts)
		return
	}
	left := n
	for i, share := range r.cumulate {
		counts[i] = s.binomial(left, share)
		left -= counts[i]
	}
}

// full returns the weights of the data themselves.
func (r *resampler) full() []int64 {
	w := make([]int64, r.patterns)
	for _, b := range r.blocks {
		for _, p := range b.parts {
			w[p.pattern] += b.size * p.units
		}
	}
	return w
}

// statistic computes values from how often each pattern counts; NaN where one is not defined. Each goroutine has its
// own.
type statistic func(weights []int64, into []float64)

// chunk is the number of replicates a goroutine takes at once.
const chunk = 16

// replicate draws samples and returns, per value of the statistic, what it came to in each. The result depends on
// the seed alone. It returns ctx.Err() when stopped.
func (r *resampler) replicate(ctx context.Context, seed uint64, replicates, valuesEach int, fresh func() statistic) ([][]float64, error) {
	out := make([][]float64, valuesEach)
	for i := range out {
		out[i] = make([]float64, replicates)
	}
	err := inParallel(ctx, replicates, func() func(i int) {
		s, f := newStream(), fresh()
		counts, weights := make([]int64, len(r.blocks)), make([]int64, r.patterns)
		values := make([]float64, valuesEach)
		return func(i int) {
			s.restart(seed, i)
			r.draw(s, counts, weights)
			f(weights, values)
			for k, v := range values {
				out[k][i] = v
			}
		}
	})
	return out, err
}

// inParallel runs work for 0 to n-1, in chunks on all processors; each goroutine asks for its own worker.
func inParallel(ctx context.Context, n int, worker func() func(i int)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, min(runtime.GOMAXPROCS(0), (n+chunk-1)/chunk)) {
		wg.Go(func() {
			work := worker()
			for ctx.Err() == nil {
				from := int(next.Add(chunk)) - chunk
				if from >= n {
					return
				}
				for i := from; i < min(n, from+chunk); i++ {
					work(i)
				}
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}
