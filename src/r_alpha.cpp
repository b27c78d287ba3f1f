#include <Rcpp.h>

#include "accord/alpha.h"
#include "accord/jackknife.h"
#include "accord/metric.h"
#include "r_parallel.h"
#include "r_views.h"

namespace {

accord::MetricSpec metric_spec(const Rcpp::List& metric) {
  accord::MetricSpec spec;
  spec.level = static_cast<accord::Level>(Rcpp::as<int>(metric["level"]));
  spec.n_categories = Rcpp::as<int>(metric["n_categories"]);
  spec.values = r::span(Rcpp::as<Rcpp::NumericVector>(metric["values"]));
  const Rcpp::NumericVector range = metric["range"];
  if (spec.level == accord::Level::circular) spec.circumference = range[0];
  if (spec.level == accord::Level::bipolar) {
    spec.scale_min = range[0];
    spec.scale_max = range[1];
  }
  spec.distance = r::span(Rcpp::as<Rcpp::NumericVector>(metric["distance"]));
  const Rcpp::Function tick = metric["tick"];
  spec.tick = [tick](double share) { tick(share); };
  return spec;
}

}  // namespace

// One row per group. `metric` is made by metric_for(); `jackknife` asks for its variance.
// [[Rcpp::export]]
Rcpp::DataFrame alpha_by_group(Rcpp::List ratings, Rcpp::List metric, bool jackknife,
                               int threads) {
  const accord::Tally tally =
      accord::tally(r::ratings_view(ratings), r::executor(threads));
  const int n = static_cast<int>(tally.group_start.size()) - 1;
  Rcpp::NumericVector estimate(n), observed(n), expected(n);
  Rcpp::NumericVector variance(n, NA_REAL), undefined(n);
  Rcpp::IntegerVector status(n);

  accord::with_metric(metric_spec(metric), [&](auto& working) {
    for (int g = 0; g < n; ++g) {
      Rcpp::checkUserInterrupt();
      accord::Alpha alpha(&working, tally.group(g));
      const accord::Disagreement value = alpha.value();
      estimate[g] = value.alpha();
      observed[g] = value.observed;
      expected[g] = value.expected;
      status[g] = static_cast<int>(value.status);
      if (jackknife && value.defined()) {
        const accord::Jackknife result = accord::jackknife(alpha.leave_one_out());
        variance[g] = result.variance;
        undefined[g] = result.undefined;
      }
    }
  });
  return Rcpp::DataFrame::create(
      Rcpp::_["estimate"] = estimate, Rcpp::_["observed"] = observed,
      Rcpp::_["expected"] = expected, Rcpp::_["status"] = status,
      Rcpp::_["variance"] = variance, Rcpp::_["undefined"] = undefined);
}
