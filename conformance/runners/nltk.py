import os
import sys
import warnings

# This file has the name of the package, and must not be found in its place.
sys.path = [path for path in sys.path if path != os.path.dirname(os.path.abspath(__file__))]
try:
    import nltk
    from nltk.metrics import agreement, distance
except ImportError:
    sys.exit(77)
sys.path.append(os.path.dirname(os.path.abspath(__file__)))
from common import only, run_cases

warnings.simplefilter("ignore")


def task(case, delta=distance.binary_distance, convert=lambda cell: cell):
    triples = [
        (rater, str(i), convert(cell))
        for i, row in enumerate(case.rows)
        for rater, cell in zip(case.raters, row)
        if cell is not None
    ]
    return agreement.AnnotationTask(data=triples, distance=delta)


def alpha(case):
    only(case.weights not in ("ordinal", "ratio"), "has no such level")
    if case.weights in ("jaccard", "masi"):
        delta = {"jaccard": distance.jaccard_distance, "masi": distance.masi_distance}[case.weights]
        return task(case, delta, lambda cell: frozenset(cell.split("|"))).alpha()
    if case.matrix:
        return task(case, lambda a, b: 1 - case.matrix[str(a), str(b)]).alpha()
    delta = {"nominal": distance.binary_distance, "interval": distance.interval_distance}
    return task(case, delta[case.weights]).alpha()


def unweighted(method):
    def call(case):
        only(case.weights == "identity", "takes no weights")
        only(case.is_complete(), "takes a rating of each item by each rater")
        return getattr(task(case), method)()

    return call


def cohen(case):
    if case.matrix:
        return task(case, lambda a, b: 1 - case.matrix[str(a), str(b)]).weighted_kappa()
    if case.weights == "identity":
        return unweighted("kappa")(case)
    only(case.weights in ("linear", "quadratic"), "has no such weights")
    power = {"linear": 1, "quadratic": 2}[case.weights]
    return task(case, lambda a, b: abs(a - b) ** power).weighted_kappa(
        (max(case.categories) - min(case.categories)) ** power
    )


def bennett(case):
    only(not case.declared, "takes no set of categories")
    return unweighted("S")(case)


run_cases(
    "nltk",
    nltk.__version__,
    {
        "krippendorff_alpha": alpha,
        "cohen_kappa": cohen,
        "scott_pi": unweighted("pi"),
        "fleiss_kappa": unweighted("pi"),
        "conger_kappa": unweighted("multi_kappa"),
        "light_kappa": unweighted("kappa"),
        "brennan_prediger": bennett,
        "percent_agreement": unweighted("avg_Ao"),
    },
)
