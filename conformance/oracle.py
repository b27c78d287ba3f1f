"""Computes the values of cases.csv from the definitions in README.md, in exact fractions.

    python3 oracle.py            compares the values with cases.csv and the printed ones
    python3 oracle.py --write    writes them into cases.csv

Each pair of ratings is visited, and nothing is simplified. Only Python's own modules are needed.
"""

import csv
import os
import sys
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations

FOLDER = os.path.dirname(os.path.abspath(__file__))


class Undefined(Exception):
    """The coefficient is 0/0 for these data."""


def ratio(numerator, denominator):
    if denominator == 0:
        raise Undefined
    return Fraction(numerator) / denominator


def mean(values):
    return ratio(sum(values), len(values))


def number(text):
    try:
        return Fraction(text)
    except ValueError:
        return None


def read_items(name):
    """A list of items, each a dict of rater and rating as text."""
    with open(os.path.join(FOLDER, "data", name + ".csv"), newline="") as file:
        rows = list(csv.reader(file))
    return [{rater: cell for rater, cell in zip(rows[0][1:], row[1:]) if cell != ""} for row in rows[1:]]


def categories_of(case, items):
    """The categories in order: those that the case declares, or those that were used."""
    if case["categories"]:
        return case["categories"].split(";")
    used = {cell for item in items for cell in item.values()}
    if all(number(cell) is not None for cell in used):
        return sorted(used, key=number)
    return sorted(used)


def positions(categories):
    """The numbers that the categories stand for: their values, or their places if they are text."""
    values = [number(c) for c in categories]
    return values if None not in values else [Fraction(i + 1) for i in range(len(categories))]


# Distances of alpha ---------------------------------------------------------------------------------------------------


def ordinal_distance(categories, used):
    n = {c: used.count(c) for c in categories}
    at = {c: i for i, c in enumerate(categories)}

    def distance(a, b):
        low, high = sorted((at[a], at[b]))
        between = sum(n[categories[g]] for g in range(low, high + 1))
        return (between - Fraction(n[a] + n[b], 2)) ** 2

    return distance


def jaccard(a, b):
    a, b = set(a.split("|")), set(b.split("|"))
    return 1 - Fraction(len(a & b), len(a | b))


def masi(a, b):
    a, b = set(a.split("|")), set(b.split("|"))
    m = 1 if a == b else Fraction(2, 3) if a <= b or b <= a else Fraction(1, 3) if a & b else 0
    return 1 - Fraction(len(a & b), len(a | b)) * m


def alpha_distance(level, categories, used):
    value = dict(zip(categories, positions(categories)))
    if level == "nominal":
        return lambda a, b: Fraction(a != b)
    if level == "ordinal":
        return ordinal_distance(categories, used)
    if level == "interval":
        return lambda a, b: (value[a] - value[b]) ** 2
    if level == "ratio":
        return lambda a, b: Fraction(0) if a == b else ((value[a] - value[b]) / (value[a] + value[b])) ** 2
    if level in ("jaccard", "masi"):
        return {"jaccard": jaccard, "masi": masi}[level]
    weight = agreement_weights(level, categories)
    return lambda a, b: 1 - weight(a, b)


def krippendorff_alpha(items, level, categories):
    items = [list(item.values()) for item in items if len(item) > 1]
    used = [cell for item in items for cell in item]
    n = len(used)
    delta = alpha_distance(level, categories, used)
    observed = sum(
        Fraction(delta(a, b)) / (len(item) - 1)
        for item in items
        for i, a in enumerate(item)
        for j, b in enumerate(item)
        if i != j
    )
    expected = sum(delta(a, b) for i, a in enumerate(used) for j, b in enumerate(used) if i != j)
    return 1 - ratio(observed * (n - 1), expected)


# Weights and chance of the kappas -------------------------------------------------------------------------------------


def agreement_weights(kind, categories):
    value = dict(zip(categories, positions(categories)))
    at = {c: i for i, c in enumerate(categories)}
    if kind == "identity":
        return lambda a, b: Fraction(a == b)
    if kind in ("linear", "quadratic"):
        power = 1 if kind == "linear" else 2
        widest = max(value.values()) - min(value.values())
        return lambda a, b: 1 - (abs(value[a] - value[b]) / widest) ** power
    if kind == "ordinal":
        steps = lambda d: Fraction(d * (d + 1), 2)
        return lambda a, b: 1 - steps(abs(at[a] - at[b])) / steps(len(categories) - 1)
    with open(os.path.join(FOLDER, "weights", kind + ".csv"), newline="") as file:
        rows = list(csv.reader(file))
    matrix = {(row[0], c): Fraction(x) for row in rows[1:] for c, x in zip(rows[0][1:], row[1:])}
    return lambda a, b: matrix[a, b]


def observed_agreement(items, weight):
    pairs = [[weight(a, b) for a, b in combinations(item.values(), 2)] for item in items if len(item) > 1]
    return mean([mean(of_item) for of_item in pairs])


def shares(items, categories):
    """The mean over the items with a rating of the share of each category in the item."""
    items = [list(item.values()) for item in items if item]
    return {c: mean([Fraction(item.count(c), len(item)) for item in items]) for c in categories}


def margins(items, rater, categories):
    cells = [item[rater] for item in items if rater in item]
    return {c: ratio(cells.count(c), len(cells)) for c in categories}


def weighted(weight, p, q):
    return sum(weight(a, b) * p[a] * q[b] for a in p for b in q)


def raters_of(items):
    return sorted({rater for item in items for rater in item})


def chance_of_raters(items, weight, categories):
    margin = {rater: margins(items, rater, categories) for rater in raters_of(items)}
    return mean([weighted(weight, margin[g], margin[h]) for g, h in combinations(margin, 2)])


def chance_agreement(coefficient, items, weight, categories):
    q = len(categories)
    if coefficient == "percent_agreement":
        return 0
    if coefficient in ("cohen_kappa", "conger_kappa"):
        return chance_of_raters(items, weight, categories)
    if coefficient in ("scott_pi", "fleiss_kappa"):
        return weighted(weight, shares(items, categories), shares(items, categories))
    total = sum(weight(a, b) for a in categories for b in categories)
    if coefficient == "brennan_prediger":
        return ratio(total, q * q)
    if coefficient == "gwet_ac":
        return ratio(total, q * (q - 1)) * sum(p * (1 - p) for p in shares(items, categories).values())
    raise ValueError(coefficient)


def light_kappa(items, weight, categories):
    kappas = []
    for g, h in combinations(raters_of(items), 2):
        both = [{g: item[g], h: item[h]} for item in items if g in item and h in item]
        kappas.append(kappa("cohen_kappa", both, weight, categories))
    return mean(kappas)


def kappa(coefficient, items, weight, categories):
    if coefficient == "light_kappa":
        return light_kappa(items, weight, categories)
    observed = observed_agreement(items, weight)
    chance = chance_agreement(coefficient, items, weight, categories)
    return ratio(observed - chance, 1 - chance)


# Intraclass correlations ----------------------------------------------------------------------------------------------


def icc(form, items):
    table = [[number(cell) for cell in item.values()] for item in items]
    n, k = len(table), len(table[0])
    assert all(len(row) == k for row in table)
    grand = mean([x for row in table for x in row])
    of_items = k * sum((mean(row) - grand) ** 2 for row in table)
    of_raters = n * sum((mean(column) - grand) ** 2 for column in zip(*table))
    total = sum((x - grand) ** 2 for row in table for x in row)
    bms = Fraction(of_items) / (n - 1)
    wms = Fraction(total - of_items) / (n * (k - 1))
    jms = Fraction(of_raters) / (k - 1)
    ems = Fraction(total - of_items - of_raters) / ((n - 1) * (k - 1))
    return {
        "icc_1": lambda: ratio(bms - wms, bms + (k - 1) * wms),
        "icc_a1": lambda: ratio(bms - ems, bms + (k - 1) * ems + Fraction(k, n) * (jms - ems)),
        "icc_c1": lambda: ratio(bms - ems, bms + (k - 1) * ems),
        "icc_1k": lambda: ratio(bms - wms, bms),
        "icc_ak": lambda: ratio(bms - ems, bms + (jms - ems) / n),
        "icc_ck": lambda: ratio(bms - ems, bms),
    }[form]()


# Cases ----------------------------------------------------------------------------------------------------------------


def value_of(case):
    items = read_items(case["data"])
    coefficient, kind = case["coefficient"], case["weights"]
    if coefficient.startswith("icc"):
        return icc(coefficient, items)
    categories = categories_of(case, items)
    if coefficient == "krippendorff_alpha":
        return krippendorff_alpha(items, kind, categories)
    return kappa(coefficient, items, agreement_weights(kind, categories), categories)


def exact_and_decimal(case):
    try:
        value = value_of(case)
    except Undefined:
        return "undefined", ""
    decimal = Decimal(value.numerator) / Decimal(value.denominator)
    return str(value), "{:.12f}".format(decimal).replace("-0.000000000000", "0.000000000000")


def is_as_printed(decimal, published):
    digits = Decimal(1).scaleb(Decimal(published).as_tuple().exponent)
    near = {Decimal(decimal).quantize(digits, rounding) for rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN)}
    return Decimal(published) in near


def main():
    path = os.path.join(FOLDER, "cases.csv")
    with open(path, newline="") as file:
        cases = list(csv.DictReader(file))
    wrong = 0
    for case in cases:
        exact, decimal = exact_and_decimal(case)
        if "--write" in sys.argv:
            case["exact"], case["value"] = exact, decimal
        elif (case["exact"], case["value"]) != (exact, decimal):
            wrong += 1
            print(case["case"], "is", exact, decimal, "and not", case["exact"], case["value"])
        if case["published"] and not is_as_printed(decimal, case["published"]):
            wrong += 1
            print(case["case"], "is", decimal, "and printed as", case["published"])
    if "--write" in sys.argv:
        with open(path, "w", newline="") as file:
            writer = csv.DictWriter(file, cases[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(cases)
    print(len(cases), "cases,", wrong, "differ")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
