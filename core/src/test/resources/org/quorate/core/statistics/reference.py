"""Values that org.quorate.core.statistics is checked against, computed by SciPy.

    python3 -m venv env && env/bin/pip install scipy==1.17.1 pymser==1.0.22
    env/bin/python reference.py > reference.properties

The output is recorded beside this file and read by the tests; nothing here runs in the build.
What SciPy has not (the Hodges-Lehmann interval, effect sizes, Geyer's estimator, the number of
runs) is computed here from SciPy's tests and distributions by another way than the Java code's, and
MSER-5 by pymser.
"""

import contextlib
import math
import platform
import sys
from importlib import metadata

import numpy as np
import pymser
import scipy
from scipy import optimize, signal, special, stats
from scipy.stats import _resampling

SLEEP_1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SLEEP_2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
# Joules per operation of made-up runs: unequal sizes and spreads, no ties.
JOULES_1 = [3.11, 3.05, 2.98, 3.42, 3.27, 3.01, 3.33, 2.87]
JOULES_2 = [2.71, 2.55, 3.02, 2.49, 2.95, 2.66, 2.18, 2.83, 2.60, 2.74]
PAIRED_1 = [3.11, 3.05, 2.98, 3.42, 3.27, 3.01, 3.33, 2.87]
PAIRED_2 = [2.91, 2.95, 2.71, 3.35, 3.19, 2.79, 3.30, 2.66]


def out(name, *values):
    print(name, "=", " ".join(repr(float(v)) for v in values))


def welch(name, first, second):
    test = stats.ttest_ind(second, first, equal_var=False)
    interval = test.confidence_interval(0.95)
    out(name + ".difference", np.mean(second) - np.mean(first))
    out(name + ".df", test.df)
    out(name + ".p", test.pvalue)
    out(name + ".interval", interval.low, interval.high)


def mann_whitney(name, first, second, method):
    test = stats.mannwhitneyu(second, first, method=method)
    out(name + ".u", test.statistic)
    out(name + ".p", test.pvalue)
    shifts = np.sort(np.subtract.outer(second, first).ravel())
    out(name + ".shift", np.median(shifts))
    out(name + ".cliff", 2 * test.statistic / (len(first) * len(second)) - 1)
    if method == "exact":
        # The shifts that the exact test does not reject, tried between all neighbours.
        middles = (shifts[1:] + shifts[:-1]) / 2
        kept = [
            d
            for d in middles
            if stats.mannwhitneyu(np.asarray(second) - d, first, method="exact").pvalue > 0.05
        ]
        out(
            name + ".interval",
            shifts[np.searchsorted(shifts, min(kept)) - 1],
            shifts[np.searchsorted(shifts, max(kept))],
        )


def hedges(name, first, second):
    df = len(first) + len(second) - 2
    pooled = math.sqrt(
        ((len(first) - 1) * np.var(first, ddof=1) + (len(second) - 1) * np.var(second, ddof=1)) / df
    )
    correction = math.exp(
        special.gammaln(df / 2) - special.gammaln((df - 1) / 2) - math.log(math.sqrt(df / 2))
    )
    out(name + ".hedges", correction * (np.mean(second) - np.mean(first)) / pooled)
    # Steiger and Fouladi 1997: all noncentralities at which the observed t is not in a tail.
    share = math.sqrt(1 / len(first) + 1 / len(second))
    observed = (np.mean(second) - np.mean(first)) / (pooled * share)
    out(
        name + ".hedges.interval",
        *(
            correction
            * share
            * optimize.brentq(
                lambda delta: stats.nct.cdf(observed, df, delta) - tail,
                observed - 5,
                observed + 5,
                xtol=1e-12,
            )
            for tail in (0.975, 0.025)
        ),
    )


def bootstrap(name, first, second, paired):
    def ratio(x, y, axis=-1):
        return np.mean(y, axis=axis) / np.mean(x, axis=axis)

    result = stats.bootstrap(
        (first, second),
        ratio,
        n_resamples=400000,
        batch=20000,
        paired=paired,
        vectorized=True,
        confidence_level=0.95,
        method="BCa",
        rng=np.random.default_rng(1),
    )
    interval = result.confidence_interval
    out(name + ".ratio", np.mean(second) / np.mean(first))
    out(name + ".interval", interval.low, interval.high)
    out(name + ".error", result.standard_error)
    if not paired:
        # The levels that BCa takes of a fixed list of resampled ratios, without any chance.
        estimate = np.mean(second) / np.mean(first)
        resampled = estimate * (1 + 0.05 * np.sin(np.arange(1, 1001)) + 0.01 * np.cos(np.arange(1, 1001) ** 2))
        data = [np.asarray(first), np.asarray(second)]
        levels = _resampling._bca_interval(data, ratio, -1, 0.025, resampled, None, np)
        out(name + ".levels", levels[0], levels[1])


def effective_size(name, series):
    series = np.asarray(series)
    n = len(series)
    centred = series - series.mean()
    covariance = signal.correlate(centred, centred, mode="full", method="fft")[n - 1 :] / n
    rho = covariance / covariance[0]
    time = -1.0
    for k in range(0, n // 2):
        pair = rho[2 * k] + rho[2 * k + 1]
        if pair <= 0:
            break
        time += 2 * pair
    out(name + ".ess", n / time)


def congruential(count, seed=42):
    """The same numbers in any language: x' = 1103515245 x + 12345 mod 2^31, as x / 2^31."""
    values = []
    state = seed
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**31
        values.append(state / 2**31)
    return values


def autoregressive(count, coefficient):
    noise = [u - 0.5 for u in congruential(count)]
    value, series = 0.0, []
    for e in noise:
        value = coefficient * value + e
        series.append(value)
    return series


def mser(name, series):
    batches = [np.mean(series[i : i + 5]) for i in range(0, len(series) - 4, 5)]
    k = len(batches)
    ours = [np.var(batches[d:]) / (k - d) for d in range(0, k // 2 + 1)]
    # pymser says what it thinks on the standard output, which is recorded.
    with contextlib.redirect_stdout(sys.stderr):
        theirs = pymser.equilibrate(
            list(series), LLM=False, batch_size=5, ADF_test=False, uncertainty="SD",
            print_results=False,
        )
    out(name + ".mser5", 5 * int(np.argmin(ours)))
    out(name + ".pymser", theirs["t0"])


def power(n, df, shift, error):
    critical = stats.t.ppf(0.975, df)
    noncentrality = shift / error
    return stats.nct.sf(critical, df, noncentrality) + stats.nct.cdf(-critical, df, noncentrality)


def paired_runs(sigma, effect):
    n = 2
    while power(n, n - 1, math.log1p(effect), sigma / math.sqrt(n)) < 0.8:
        n += 1
    return n, power(n, n - 1, math.log1p(effect), sigma / math.sqrt(n))


def welch_runs(first, second, effect):
    n = 2
    while True:
        a, b = first**2 / n, second**2 / n
        df = (a + b) ** 2 / (a**2 / (n - 1) + b**2 / (n - 1))
        reached = power(n, df, math.log1p(effect), math.sqrt(a + b))
        if reached >= 0.8:
            return n, reached
        n += 1


def log_sigma(coefficient):
    return math.sqrt(math.log1p(coefficient**2))


print("# Made by: python3 reference.py > reference.properties")
print("# Python", platform.python_version(), "SciPy", scipy.__version__, "NumPy", np.__version__,
      "pymser", metadata.version("pymser"))

for name, values in [
    ("sleep.1", SLEEP_1), ("sleep.2", SLEEP_2), ("joules.1", JOULES_1), ("joules.2", JOULES_2),
    ("paired.1", PAIRED_1), ("paired.2", PAIRED_2),
]:
    out(name, *values)

welch("sleep.welch", SLEEP_1, SLEEP_2)
welch("joules.welch", JOULES_1, JOULES_2)
welch("joules.logarithms", np.log(JOULES_1), np.log(JOULES_2))
mann_whitney("joules.mannwhitney", JOULES_1, JOULES_2, "exact")
mann_whitney("sleep.mannwhitney", SLEEP_1, SLEEP_2, "asymptotic")
hedges("joules", JOULES_1, JOULES_2)
hedges("sleep", SLEEP_1, SLEEP_2)
bootstrap("joules.bootstrap", JOULES_1, JOULES_2, False)
bootstrap("paired.bootstrap", PAIRED_1, PAIRED_2, True)

effective_size("white", autoregressive(1000, 0.0))
effective_size("ar50", autoregressive(1000, 0.5))
effective_size("ar90", autoregressive(1000, 0.9))

mser("warming", [100 * (1 - math.exp(-i / 40)) + 5 * (u - 0.5) for i, u in enumerate(congruential(600))])
mser("noisy", [100 * (1 - math.exp(-i / 10)) + 20 * (u - 0.5) for i, u in enumerate(congruential(1000))])
mser("steady", [100 + 10 * (u - 0.5) for u in congruential(400)])

for t, df, delta in [(2.0, 4, 1.0), (2.262, 9, 3.1), (-2.262, 9, 3.1), (1.99, 80.5, 2.9), (12.7, 1, 2.0)]:
    out(f"nct.{t}.{df}.{delta}", stats.nct.cdf(t, df, delta))
for cv in [0.01, 0.02, 0.05, 0.1, 0.3]:
    out(f"runs.paired.{cv}", *paired_runs(log_sigma(cv), 0.05))
for a, b in [(0.01, 0.01), (0.02, 0.05), (0.05, 0.05), (0.1, 0.02), (0.2, 0.2)]:
    out(f"runs.welch.{a}.{b}", *welch_runs(log_sigma(a), log_sigma(b), 0.05))
# The upper 80 % confidence limit of a standard deviation of 1 from a pilot of n values.
for n in [3, 5, 10, 30]:
    out(f"browne.{n}", math.sqrt((n - 1) / stats.chi2.ppf(0.2, n - 1)))
