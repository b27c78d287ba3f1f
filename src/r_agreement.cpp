#include <Rcpp/Lightest>
#include <vector>

#include "accord/agreement/measure.h"
#include "accord/distance/metric.h"
#include "r_metric.h"
#include "r_parallel.h"
#include "r_views.h"

using accord::Model;

namespace {

// The result: one row per group and coefficient, group by group.
class Rows {
 public:
  explicit Rows(int n)
      : estimate_(n),
        observed_(n),
        expected_(n),
        variance_(n, NA_REAL),
        null_variance_(n, NA_REAL),
        items_(n),
        undefined_(n),
        acceleration_(n),
        status_(n),
        complete_(n) {}

  void set(int row, const accord::Estimate& x) {
    estimate_[row] = x.value.estimate();
    observed_[row] = x.value.observed;
    expected_[row] = x.value.expected;
    variance_[row] = x.variance.variance;
    items_[row] = x.variance.items;
    undefined_[row] = x.variance.undefined;
    acceleration_[row] = x.variance.acceleration;
    status_[row] = static_cast<int>(x.value.status);
  }
  void set_null_variance(int row, double x) { null_variance_[row] = x; }
  void set_complete(int first, int n, bool x) {
    for (int row = first; row < first + n; ++row) complete_[row] = x;
  }

  Rcpp::DataFrame frame() const {
    return Rcpp::DataFrame::create(
        Rcpp::_["estimate"] = estimate_, Rcpp::_["observed"] = observed_,
        Rcpp::_["expected"] = expected_, Rcpp::_["variance"] = variance_,
        Rcpp::_["null_variance"] = null_variance_, Rcpp::_["variance_items"] = items_,
        Rcpp::_["undefined"] = undefined_, Rcpp::_["acceleration"] = acceleration_,
        Rcpp::_["status"] = status_, Rcpp::_["complete"] = complete_);
  }

 private:
  Rcpp::NumericVector estimate_, observed_, expected_, variance_, null_variance_, items_,
      undefined_, acceleration_;
  Rcpp::IntegerVector status_;
  Rcpp::LogicalVector complete_;
};

// Whether all items of a group have the same number of ratings, and that of the raters
// where these are known.
bool complete(const accord::WeightedPatterns& sample, const accord::RatingsView& ratings,
              int group) {
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (sample.pattern(i).size != sample.pattern(0).size) return false;
  }
  if (ratings.rater.empty() || sample.size() == 0) return true;
  std::vector<char> seen(ratings.n_raters);
  int n = 0;
  for (int i = ratings.group_start[group]; i < ratings.group_start[group + 1]; ++i) {
    for (int rater : ratings.raters_of(i)) {
      n += !seen[rater];
      seen[rater] = 1;
    }
    if (n > sample.pattern(0).size) return false;
  }
  return true;
}

bool any(const Rcpp::IntegerVector& models, bool (*is)(Model)) {
  for (int i = 0; i < models.size(); ++i) {
    if (is(r::model(models, i))) return true;
  }
  return false;
}

}  // namespace

// `models`: the places of the coefficients' models in the core's enum. `metric` is
// alpha's, `weights` all others'. `variance`: the place in the core's enum VarianceKind;
// `null_variance` asks for that of kappas that are 0, where all raters rated all items.
// [[Rcpp::export]]
Rcpp::DataFrame agreement_by_group(Rcpp::List ratings, Rcpp::IntegerVector models,
                                   Rcpp::List metric, Rcpp::List weights, int variance,
                                   bool null_variance, int threads) {
  const accord::RatingsView view = r::ratings_view(ratings);
  const accord::Tally tally = accord::tally(view, r::executor(threads));
  const auto kind = static_cast<accord::VarianceKind>(variance);
  const int groups = view.n_groups(), n = models.size();
  Rows rows(groups * n);
  std::vector<char> is_complete;
  for (int g = 0; g < groups; ++g) {
    is_complete.push_back(complete(tally.group(g), view, g));
    rows.set_complete(g * n, n, is_complete[g]);
  }

  if (any(models, [](Model m) { return m == Model::alpha; })) {
    accord::Metric working = r::metric(metric);
    for (int g = 0; g < groups; ++g) {
      Rcpp::checkUserInterrupt();
      for (int i = 0; i < n; ++i) {
        if (r::model(models, i) != Model::alpha) continue;
        rows.set(g * n + i, accord::measure_alpha(&working, tally.group(g), kind));
      }
    }
  }
  if (any(models, [](Model m) { return m != Model::alpha; })) {
    const bool needs_total = any(models, accord::needs_total);
    const bool by_rater = any(models, [](Model m) { return m == Model::raters; });
    r::with_distance(weights, [&](const auto& distance) {
      accord::Measure measure(distance, needs_total);
      const auto apart_by_pattern = accord::apart_of_patterns(tally.patterns, distance);
      for (int g = 0; g < groups; ++g) {
        Rcpp::checkUserInterrupt();
        const accord::WeightedPatterns sample = tally.group(g);
        const std::vector<double> apart = accord::apart_of_rows(sample, apart_by_pattern);
        const accord::ItemRows items(view, tally, g);
        const std::vector<double> apart_items =
            by_rater ? accord::apart_of_rows(items, apart_by_pattern)
                     : std::vector<double>();
        for (int i = 0; i < n; ++i) {
          const Model model = r::model(models, i);
          const int row = g * n + i;
          if (model == Model::alpha) continue;
          const bool names_raters = model == Model::raters || model == Model::pairs;
          if (names_raters && items.anonymous()) {
            rows.set(row, {{NAN, NAN, accord::Status::anonymous_raters}, {}});
          } else if (model == Model::pairs) {
            rows.set(row, measure.of_pairs(view, g, kind));
          } else if (model == Model::raters) {
            rows.set(row, measure.of_raters(items, apart_items, kind));
          } else {
            rows.set(row, measure.of_patterns(model, sample, apart, kind));
          }
          if (null_variance && is_complete[g] && items.size() > 0) {
            const double m = items.pattern(0).size, n = static_cast<double>(items.size());
            rows.set_null_variance(row, measure.null_variance(model, n, m));
          }
        }
      }
    });
  }
  return rows.frame();
}
