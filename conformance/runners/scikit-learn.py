import sys
import warnings

try:
    import sklearn
    from sklearn.metrics import cohen_kappa_score
except ImportError:
    sys.exit(77)
from common import only, run_cases

warnings.simplefilter("ignore")


def cohen(case):
    only(case.matrix is None, "takes no weights of one's own")
    weights = {"identity": None, "linear": "linear", "quadratic": "quadratic"}[case.weights]
    first, second = zip(*case.rows)
    return cohen_kappa_score(first, second, labels=case.declared or None, weights=weights)


run_cases("scikit-learn", sklearn.__version__, {"cohen_kappa": cohen})
