#include <Rcpp/Lightest>
#include <vector>

#include "accord/spans/label_disorder.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

namespace {

accord::Dissimilarity dissimilarity(const Rcpp::List& of) {
  accord::Dissimilarity result;
  result.alpha = Rcpp::as<double>(of["alpha"]);
  result.beta = Rcpp::as<double>(of["beta"]);
  result.n_labels = Rcpp::as<int>(of["n_labels"]);
  result.table = r::numbers(of, "table");
  return result;
}

// Several continua, one after the other. `annotator_start` has the position of the first
// unit of each annotator of each continuum, and the end; `continuum_start` has the
// positions of the continua in it.
class Continua {
 public:
  explicit Continua(const Rcpp::List& of)
      : continuum_(r::integers(of, "continuum_start")),
        annotator_(r::integers(of, "annotator_start")),
        start_(r::numbers(of, "start")),
        end_(r::numbers(of, "end")),
        label_(r::integers(of, "label")) {
    for (int c = 0; c < size(); ++c) {
      std::vector<int> first;
      for (int a = continuum_[c]; a <= continuum_[c + 1]; ++a) {
        first.push_back(annotator_[a] - annotator_[continuum_[c]]);
      }
      first_.push_back(first);
    }
  }
  int size() const { return static_cast<int>(continuum_.size()) - 1; }
  int begin(int c) const { return annotator_[continuum_[c]]; }
  accord::Continuum of(int c) const {
    const int from = begin(c), to = annotator_[continuum_[c + 1]];
    return {first_[c], start_.slice(from, to), end_.slice(from, to),
            label_.slice(from, to)};
  }

 private:
  accord::Span<int> continuum_, annotator_;
  accord::Span<double> start_, end_;
  accord::Span<int> label_;
  std::vector<std::vector<int>> first_;
};

}  // namespace

// Returns the best alignment of each continuum: its number of unitary alignments, cost
// and bound, sums and weights of the disorder of labels (a row per continuum), and the
// unitary alignment of each unit, from 1. Labels count from 0.
// [[Rcpp::export(rng = false)]]
Rcpp::List align_continua(Rcpp::List continua, Rcpp::List distance, bool alone,
                          Rcpp::NumericVector limits, int threads) {
  const Continua all(continua);
  const accord::Dissimilarity d = dissimilarity(distance);
  const int n = all.size(), n_labels = d.n_labels;
  Rcpp::NumericVector start = continua["start"];
  std::vector<accord::Alignment> found(n);
  std::vector<std::vector<accord::LabelDisorder>> labels(n);
  const accord::Executor executor = r::executor(threads);
  const int parts = accord::parts_for(executor, n, 1);
  executor.run(parts, [&](int part) {
    accord::AlignmentLimits most;
    most.sets = static_cast<std::size_t>(limits[0]);
    most.states = static_cast<std::size_t>(limits[1]);
    most.poll = executor.poll;
    for (int c = part; c < n; c += parts) {
      const accord::Continuum x = all.of(c);
      found[c] = accord::best_alignment(x, d, most);
      labels[c] = accord::label_disorder(x, d, found[c], alone);
    }
  });
  Rcpp::IntegerVector n_sets(n), set_of(start.size());
  Rcpp::NumericVector cost(n), bound(n);
  Rcpp::NumericMatrix sum(n, n_labels + 1), weight(n, n_labels + 1);
  for (int c = 0; c < n; ++c) {
    n_sets[c] = found[c].n_sets;
    cost[c] = found[c].cost;
    bound[c] = found[c].bound;
    for (int l = 0; l <= n_labels; ++l) {
      sum(c, l) = labels[c][l].sum;
      weight(c, l) = labels[c][l].weight;
    }
    const int from = all.begin(c);
    for (std::size_t u = 0; u < found[c].set_of.size(); ++u) {
      set_of[from + static_cast<int>(u)] = found[c].set_of[u] + 1;
    }
  }
  return r::list({{"n_sets", n_sets},
                  {"cost", cost},
                  {"bound", bound},
                  {"sum", sum},
                  {"weight", weight},
                  {"set_of", set_of}});
}
