"""Times the work of internal/stats in Python, for `go run ./cmd/dev speed`.

The same ratings are made here and in bench_test.go: splitmix64 over the number of the cell. Only the computing is timed,
the best of several runs; the counts of ratings per unit are given to every way that can take them. Each line of output is
a JSON object: task, way, seconds, value.

Ways:
  krippendorff  the package of that name, called on counts; its published algorithm in numpy where it is not installed
                (coincidences as an array units x values x values, summed over units)
  numpy         counts of the drawn units, coincidences as a product of matrices
  numpy-weights how often each unit was drawn, for all replicates at once, times the units' coincidences
"""

import json
import sys
import time

import numpy as np

try:
    import krippendorff
except ImportError:
    krippendorff = None

LEVELS = 5


def mix(x):
    """The finalizer of splitmix64."""
    with np.errstate(over="ignore"):
        x = x.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))


def ratings(units, raters):
    """Rows of units, 0 for a gap: most raters give the unit's right value, one in twenty gives none."""
    right = mix(np.arange(units) + 1_000_003) % np.uint64(LEVELS)
    h = mix(np.arange(units * raters) + (1 << 40)).reshape(units, raters)
    guess = (h & np.uint64(0xFFFF)) < 26214
    given = ((h >> np.uint64(40)) & np.uint64(0xFFFF)) >= 3277
    v = np.where(guess, (h >> np.uint64(16)) % np.uint64(LEVELS), right[:, None]) + np.uint64(1)
    return np.where(given, v, 0).astype(np.int64)


def counts_of(rows):
    return (rows[:, :, None] == np.arange(1, LEVELS + 1)).sum(axis=1)


def alpha_of(coincidences, level):
    n_c = coincidences.sum(axis=-1)
    n = n_c.sum(axis=-1)
    rank = np.cumsum(n_c, axis=-1) - n_c / 2 if level == "ordinal" else np.broadcast_to(np.arange(LEVELS), n_c.shape)
    d = (rank[..., :, None] - rank[..., None, :]) ** 2
    observed = (coincidences * d).sum(axis=(-1, -2))
    expected = (n_c[..., :, None] * n_c[..., None, :] * d).sum(axis=(-1, -2))
    return 1 - (n - 1) * observed / expected


def published(counts, level):
    if krippendorff is not None:
        return krippendorff.alpha(value_counts=counts, level_of_measurement=level)
    m = np.maximum(counts.sum(axis=1), 2)
    diagonal = counts[:, None, :] * np.eye(LEVELS)[None]
    return alpha_of(((counts[:, :, None] * counts[:, None, :] - diagonal) / (m - 1)[:, None, None]).sum(axis=0), level)


def product(counts, level):
    counts = counts[counts.sum(axis=1) > 1]
    share = counts / (counts.sum(axis=1) - 1)[:, None]
    return alpha_of(counts.T @ share - np.diag(share.sum(axis=0)), level)


def resample(way, counts, level, replicates, rng):
    n = len(counts)
    if way != "numpy-weights":
        f = published if way == "krippendorff" else product
        drawn = [f(counts[rng.integers(0, n, n)], level) for _ in range(replicates)]
        return np.quantile(drawn, [0.025, 0.975])
    m = np.maximum(counts.sum(axis=1), 2)
    each = (counts[:, :, None] * counts[:, None, :] - counts[:, None, :] * np.eye(LEVELS)) / (m - 1)[:, None, None]
    each = each.reshape(n, -1)
    values = []
    block = max(1, 20_000_000 // n)  # replicates at once, as memory allows
    for start in range(0, replicates, block):
        b = min(block, replicates - start)
        draws = rng.integers(0, n, (b, n), dtype=np.int32) + (np.arange(b, dtype=np.int32) * n)[:, None]
        weights = np.bincount(draws.ravel(), minlength=b * n).reshape(b, n)
        values.append(alpha_of((weights @ each).reshape(b, LEVELS, LEVELS), level))
    return np.quantile(np.concatenate(values), [0.025, 0.975])


def kappa_clusters(way, replicates, rng):
    """500 questions of four pairs on three steps; the pairs are those of bench_test.go."""
    h = mix(np.arange(2000) + (1 << 41))
    first = (h & np.uint64(0xFFFF)) % np.uint64(3)
    other = ((h >> np.uint64(16)) & np.uint64(0xFFFF)) % np.uint64(3)
    second = np.where(((h >> np.uint64(32)) & np.uint64(0xFFFF)) < 39322, first, other)
    cells = (first * np.uint64(3) + second).astype(np.int64).reshape(500, 4)

    def run():
        tables = (cells[:, :, None] == np.arange(9)).sum(axis=1)
        if way == "numpy":
            drawn = np.stack([tables[rng.integers(0, 500, 500)].sum(axis=0) for _ in range(replicates)])
        else:
            draws = rng.integers(0, 500, (replicates, 500)) + np.arange(replicates)[:, None] * 500
            drawn = np.bincount(draws.ravel(), minlength=replicates * 500).reshape(replicates, 500) @ tables
        p = drawn.reshape(-1, 3, 3) / 2000
        po = np.trace(p, axis1=1, axis2=2)
        pe = (p.sum(axis=1) * p.sum(axis=2)).sum(axis=1)
        return np.quantile((po - pe) / (1 - pe), [0.025, 0.975])

    return run


def best(run, times):
    """The shortest of several runs; their number is cut where one takes long."""
    shortest, value = float("inf"), None
    for i in range(times):
        begun = time.perf_counter()
        value = run()
        took = time.perf_counter() - begun
        shortest = min(shortest, took)
        if took > 5:
            break
    return shortest, value


def report(task, way, run, times=5):
    seconds, value = best(run, times)
    print(json.dumps({"task": task, "way": way, "seconds": seconds, "value": np.atleast_1d(value).tolist()}), flush=True)


def main():
    name = "krippendorff" if krippendorff is not None else "krippendorff-algorithm"
    for units, raters in ((1000, 20), (100_000, 5)):
        rows = ratings(units, raters)
        counts = counts_of(rows)
        task = f"alpha-resampled-{units}x{raters}"
        for way in ("krippendorff", "numpy", "numpy-weights"):
            # On many units a thousand replicates take long: fewer are drawn, and the time is counted up.
            replicates = 1000 if units == 1000 else 20
            rng = np.random.default_rng(1)
            seconds, value = best(lambda: resample(way, counts, "ordinal", replicates, rng), 3)
            print(json.dumps({"task": task, "way": name if way == "krippendorff" else way, "seconds": seconds * 1000 / replicates,
                              "value": value.tolist()}), flush=True)
    rows = ratings(100_000, 5)
    for level in ("ordinal",):
        report("alpha-100000x5", name, lambda: published(counts_of(rows), level))
        report("alpha-100000x5", "numpy", lambda: product(counts_of(rows), level))
    rng = np.random.default_rng(1)
    for way in ("numpy", "numpy-weights"):
        report("kappa-clusters-500x4", way, kappa_clusters(way, 10_000, rng), 3)


if __name__ == "__main__":
    sys.exit(main())
