import os
import sys
import warnings

# This file has the name of the package, and must not be found in its place.
sys.path = [path for path in sys.path if path != os.path.dirname(os.path.abspath(__file__))]
try:
    import numpy
    import statsmodels
    from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa
except ImportError:
    sys.exit(77)
sys.path.append(os.path.dirname(os.path.abspath(__file__)))
from common import only, run_cases

warnings.simplefilter("ignore")


def cohen(case):
    if case.matrix:
        # Its weights are disagreements.
        distances = [[1 - case.matrix[str(a), str(b)] for b in case.categories] for a in case.categories]
        return cohens_kappa(case.table(), weights=numpy.array(distances), return_results=False)
    weights = {"identity": None, "linear": "linear", "quadratic": "quadratic"}[case.weights]
    return cohens_kappa(case.table(), wt=weights, return_results=False)


def of_counts(method):
    def call(case):
        only(case.weights == "identity", "takes no weights")
        only(len({sum(row) for row in case.counts()}) == 1, "takes equally many ratings of each item")
        return fleiss_kappa(case.counts(), method=method)

    return call


run_cases(
    "statsmodels",
    statsmodels.__version__.partition("+")[0],
    {"cohen_kappa": cohen, "fleiss_kappa": of_counts("fleiss"), "brennan_prediger": of_counts("randolph")},
)
