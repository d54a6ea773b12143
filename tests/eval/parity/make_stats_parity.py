#!/usr/bin/env python3
"""Makes stats.json beside it: what SciPy, scikit-learn, krippendorff and statsmodels give on small
cases of our own, and what NumPy gives of resamples that are drawn as eval/stats/bootstrap.h says.

    python3 -m venv VENV
    VENV/bin/pip install scipy==1.17.1 scikit-learn==1.9.1 krippendorff==0.9.0 statsmodels==0.15.0
    VENV/bin/python tests/eval/parity/make_stats_parity.py
"""
import importlib.metadata
import json
import pathlib
import random
import warnings

import krippendorff
import numpy
from scipy import stats
from sklearn import metrics
from statsmodels.stats.contingency_tables import mcnemar

warnings.simplefilter("ignore")
draw = random.Random(20)
ALTERNATIVES = ["two-sided", "less", "greater"]


def distinct(count, shift=0.0, digits=3):
    """Values of which, with three digits, hardly any are equal."""
    return [round(draw.gauss(shift, 1), digits) for _ in range(count)]


def likert(count, weights=(1, 2, 4, 3, 2)):
    return draw.choices([1, 2, 3, 4, 5], weights, k=count)


def mann_whitney_cases():
    pairs = [
        ([1.5], [2.5]),
        ([1], [1]),
        ([1, 2, 3], [4, 5, 6]),
        ([3, 1, 2], [3, 2, 1]),
        (distinct(5), distinct(7, 1)),
        (distinct(8), distinct(8, -1)),
        (distinct(8), distinct(60, 0.4, 6)),
        (distinct(3), distinct(400, 0.4, 9)),
        (distinct(9, 0, 6), distinct(9, 1, 6)),
        (distinct(40, 0, 6), distinct(55, 0.3, 6)),
        (likert(6), likert(7)),
        (likert(30), likert(25, (3, 3, 2, 1, 1))),
        (likert(200), likert(180)),
        ([2] * 12, [2] * 15),
        ([2] * 12, [3] * 15),
        ([0] * 10 + [1], [0] * 9),
    ]
    for first, second in pairs:
        tests = [stats.mannwhitneyu(first, second, alternative=a) for a in ALTERNATIVES]
        yield {"first": first, "second": second, "u": float(tests[0].statistic),
               "p": [float(t.pvalue) for t in tests]}


def wilcoxon_cases():
    def apart(count, by, digits=6):
        first = distinct(count, 0, digits)
        return first, [round(v + draw.gauss(by, 1), digits) for v in first]

    pairs = [
        ([1.5], [2.5]),
        ([1, 2, 3, 4], [2, 4, 6, 8]),
        ([1, 2, 3], [1, 2, 3]),
        ([5, 2, 3, 9], [5, 1, 5, 6]),
        apart(5, 0.5),
        apart(13, 0.5),
        apart(14, 0.2),
        apart(30, -0.3),
        apart(50, 0.2),
        apart(51, 0.2),
        apart(200, 0.1),
        (likert(10), likert(10)),
        (likert(13), likert(13, (3, 3, 2, 1, 1))),
        (likert(14), likert(14)),
        (likert(40), likert(40, (3, 3, 2, 1, 1))),
        (likert(120), likert(120)),
        ([3] * 20, [3] * 19 + [2]),
    ]
    for first, second in pairs:
        tests = [stats.wilcoxon(first, second, alternative=a) for a in ALTERNATIVES]
        yield {"first": first, "second": second,
               "statistic": [float(t.statistic) for t in tests],
               "p": [float(t.pvalue) for t in tests]}


def mcnemar_cases():
    counts = [(0, 1), (1, 0), (0, 5), (3, 3), (2, 9), (12, 12), (4, 20), (5, 20), (13, 12),
              (30, 30), (100, 60), (400, 900)]
    for first, second in counts:
        exact = first + second < 25
        test = mcnemar([[0, first], [second, 0]], exact=exact, correction=True)
        yield {"first": first, "second": second, "exact": exact,
               "statistic": float(test.statistic), "p": float(test.pvalue)}


def krippendorff_cases():
    def rated(units, raters, missing, values):
        table = []
        for _ in range(units):
            true = draw.choice(values)
            row = [true if draw.random() < 0.6 else draw.choice(values) for _ in range(raters)]
            table.append([None if draw.random() < missing else v for v in row])
        return table

    tables = [
        [[1, 1], [2, 2], [3, 2], [1, 3]],
        [[1, 2], [2, 1]],
        [[1, None, 2], [None, 3, None], [2, 2, 2], [None, None, None], [4, 4, 5]],
        rated(12, 4, 0.2, [1, 2, 3, 4, 5]),
        rated(60, 3, 0.0, [0, 1, 2]),
        rated(40, 5, 0.5, [1, 2, 3, 4, 5]),
        rated(25, 2, 0.1, [0.25, 1.5, 7, 7.125, 100]),
    ]
    for table in tables:
        by_rater = numpy.array(table, dtype=float).T
        yield {"ratings": [list(rater) for rater in zip(*table)],
               **{level: float(krippendorff.alpha(by_rater, level_of_measurement=level))
                  for level in ["nominal", "ordinal", "interval"]}}


def summary_cases():
    for values in [[1, 2], [3, 1, 2], distinct(9), distinct(40, 1e6), [5] * 7, likert(31)]:
        yield {"values": values, "mean": float(numpy.mean(values)),
               "deviation": float(numpy.std(values, ddof=1)), "median": float(numpy.median(values))}


def words_of(seed):
    """The generator mt19937_64 of the C++ standard."""
    mask = (1 << 64) - 1
    state = [seed & mask]
    for i in range(1, 312):
        state.append((6364136223846793005 * (state[-1] ^ (state[-1] >> 62)) + i) & mask)
    while True:
        for i in range(312):
            y = (state[i] & ~0x7FFFFFFF) | (state[(i + 1) % 312] & 0x7FFFFFFF)
            state[i] = state[(i + 156) % 312] ^ (y >> 1) ^ (0xB5026F5AA96619E9 if y & 1 else 0)
        for x in state:
            x ^= (x >> 29) & 0x5555555555555555
            x ^= (x << 17) & 0x71D67FFFEDA60000
            x ^= (x << 37) & 0xFFF7EEE000000000
            yield (x ^ (x >> 43)) & mask


def bootstrap_cases():
    for count, resamples, seed in [(1, 5, 0), (2, 40, 1), (7, 200, 5489), (60, 500, 2**63)]:
        first, second = distinct(count, 0.2), distinct(count)
        words = words_of(seed)
        largest = ((1 << 64) - 1) // count * count
        places = []
        while len(places) < count * resamples:
            word = next(words)
            if word < largest:
                places.append(word % count)
        places = numpy.array(places).reshape(resamples, count)
        means = numpy.array(first)[places].mean(axis=1)
        apart = (numpy.array(first) - numpy.array(second))[places].mean(axis=1)
        fewer = min((apart <= 0).sum(), (apart >= 0).sum())
        yield {"first": first, "second": second, "resamples": resamples, "seed": seed,
               "mean": numpy.percentile(means, [2.5, 97.5]).tolist(),
               "difference": float(numpy.mean(first) - numpy.mean(second)),
               "interval": numpy.percentile(apart, [2.5, 97.5]).tolist(),
               "p": float(min(1.0, 2 * (1 + fewer) / (1 + resamples)))}


def classification_cases():
    """An answer without a label is a label that no average counts."""
    def labels(count, names, right):
        gold = draw.choices(names, [4, 2, 1, 1][:len(names)], k=count)
        return [(g, g if draw.random() < right else draw.choice(names + [""])) for g in gold]

    cases = [
        [("a", "a"), ("a", "b"), ("b", "b")],
        [("a", "b"), ("b", "a")],
        [("a", ""), ("b", "")],
        [("a", "a"), ("a", "c"), ("b", "")],
        labels(40, ["s", "r", "n", "c"], 0.5),
        labels(300, ["s", "r"], 0.7),
    ]
    for case in cases:
        gold, predicted = [g for g, _ in case], [p for _, p in case]
        counted = sorted({*gold, *predicted} - {""})
        averages = {}
        for name in ["macro", "weighted", "micro"]:
            scores = metrics.precision_recall_fscore_support(
                gold, predicted, labels=counted, average=name, zero_division=0)
            averages[name] = [float(v) for v in scores[:3]]
        per_label = metrics.precision_recall_fscore_support(
            gold, predicted, labels=counted, zero_division=0)
        yield {"gold": gold, "predicted": predicted, **averages,
               "accuracy": float(metrics.accuracy_score(gold, predicted)),
               "labels": {label: [float(per_label[k][i]) for k in range(3)]
                          for i, label in enumerate(counted)}}


def ranking_cases():
    for gains, k in [([0, 1, 0, 1], 4), ([0, 1, 0, 1], 2), ([3, 0, 2, 1, 0, 5], 6),
                     ([3, 0, 2, 1, 0, 5], 3), ([0.5, 2.25, 0], 10)]:
        places = [len(gains) - i for i in range(len(gains))]
        yield {"gains": gains, "k": k, "ndcg": float(metrics.ndcg_score([gains], [places], k=k))}


def brier_cases():
    for count in [1, 12, 100]:
        confidences = [round(draw.random(), 3) for _ in range(count)]
        right = [draw.random() < c for c in confidences]
        yield {"confidences": confidences, "right": right,
               "brier": float(numpy.mean((numpy.array(confidences) - numpy.array(right)) ** 2))}


PACKAGES = ["scipy", "scikit-learn", "krippendorff", "statsmodels", "numpy"]
stored = {
    "made_with": {name: importlib.metadata.version(name) for name in PACKAGES},
    "mann_whitney": list(mann_whitney_cases()),
    "wilcoxon": list(wilcoxon_cases()),
    "mcnemar": list(mcnemar_cases()),
    "krippendorff": list(krippendorff_cases()),
    "summary": list(summary_cases()),
    "bootstrap": list(bootstrap_cases()),
    "classification": list(classification_cases()),
    "ranking": list(ranking_cases()),
    "brier": list(brier_cases()),
}
lines = [json.dumps(name) + ":" + json.dumps(value, separators=(",", ":"), allow_nan=False)
         for name, value in stored.items()]
pathlib.Path(__file__).with_name("stats.json").write_text("{" + ",\n".join(lines) + "}\n")
