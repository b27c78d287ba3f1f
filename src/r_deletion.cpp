#include <Rcpp/Lightest>
#include <vector>

#include "accord/change/measure_items.h"
#include "accord/change/without_rater.h"
#include "accord/change/without_rating.h"
#include "r_metric.h"
#include "r_sample.h"
#include "r_table.h"
#include "r_views.h"

using accord::Disagreement;
using accord::Model;

namespace {

// Estimates and statuses, one row each.
class Values {
 public:
  explicit Values(int n) : estimate(n, NA_REAL), status(n) {}

  Rcpp::NumericVector estimate;
  Rcpp::IntegerVector status;

  void set(int row, const Disagreement& value) {
    estimate[row] = value.estimate();
    status[row] = static_cast<int>(value.status);
  }
};

// Calls use(item, entry) for every item of a group, with its place among the values that
// a coefficient has for rows with at least `least` ratings; -1 if it has none.
template <class Use>
void each_entry(const r::Sample& of, int group, accord::Needs needs, int least,
                const Use& use) {
  int item = of.view.group_start[group];
  for (int entry : accord::entry_of_items(of.view, of.tally, group, needs, least)) {
    use(item++, entry);
  }
}

std::vector<accord::GroupRaters> rater_deletions(const r::Sample& of, Model model,
                                                 const Rcpp::List& metric) {
  return accord::rater_deletions(model, r::metric_spec(metric),
                                 {of.view, of.tally, of.executor});
}

}  // namespace

// Returns for each group `estimate` and `status`, and for each item `without` and
// `without_status`, the value of its group without it. `metric` is that of alpha, or the
// weights of all other models.
// [[Rcpp::export(rng = false)]]
Rcpp::List without_each_item(SEXP sample, int model, Rcpp::List metric) {
  const r::Sample& of = r::sample(sample);
  Values whole(of.view.n_groups()), without(of.view.n_items());
  const auto of_group = [&](int g, accord::Coefficient* coefficient) {
    of.executor.poll();
    const Disagreement value = coefficient->value();
    whole.set(g, value);
    std::vector<accord::Deletion> deletions;
    if (value.defined()) deletions = coefficient->leave_one_out();
    const accord::Needs needs = coefficient->needs();
    each_entry(of, g, needs, needs.least(), [&](int item, int entry) {
      const bool in_use = value.defined() && entry >= 0;
      without.set(item, in_use ? deletions[entry].value : value);
    });
  };
  accord::each_group({static_cast<Model>(model), r::metric_spec(metric)}, of.view,
                     of.tally, of_group);
  return r::list({{"estimate", whole.estimate},
                  {"status", whole.status},
                  {"without", without.estimate},
                  {"without_status", without.status}});
}

// Returns the linearised influence of each item (N times the derivative of the estimate
// with respect to its weight); NA if the item is not used or its group has no value.
// `rule` is a place in the core's enum Linearization.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector item_influences(SEXP sample, int model, Rcpp::List metric, int rule) {
  const r::Sample& of = r::sample(sample);
  const auto which = static_cast<accord::Linearization>(rule);
  Rcpp::NumericVector result(of.view.n_items(), NA_REAL);
  const auto of_group = [&](int g, accord::Coefficient* coefficient) {
    of.executor.poll();
    if (!coefficient->value().defined()) return;
    const std::vector<accord::Influence> influences = coefficient->influences(which);
    const accord::Needs needs = coefficient->needs();
    each_entry(of, g, needs, needs.least_by(which), [&](int item, int entry) {
      if (entry >= 0) result[item] = influences[entry].value;
    });
  };
  accord::each_group(
      {static_cast<Model>(model), r::metric_spec(metric), accord::PerItem::influences},
      of.view, of.tally, of_group);
  return result;
}

// Returns for each group `estimate` and `status`, and for each of its raters `group` and
// `rater` (from 1), `n_ratings`, and `without` and `without_status`, the value without
// the rater.
// [[Rcpp::export(rng = false)]]
Rcpp::List without_each_rater(SEXP sample, int model, Rcpp::List metric) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const std::vector<accord::GroupRaters> groups =
      rater_deletions(of, static_cast<Model>(model), metric);
  std::size_t n = 0;
  for (const accord::GroupRaters& group : groups) n += group.raters.size();
  Values whole(view.n_groups()), without(static_cast<int>(n));
  Rcpp::IntegerVector group(n), rater(n), n_ratings(n);
  int row = 0;
  for (int g = 0; g < view.n_groups(); ++g) {
    whole.set(g, groups[g].whole);
    for (const accord::RaterDeletion& deletion : groups[g].raters) {
      group[row] = g + 1;
      rater[row] = deletion.rater + 1;
      n_ratings[row] = static_cast<int>(deletion.ratings);
      without.set(row++, deletion.value);
    }
  }
  return r::list({{"estimate", whole.estimate},
                  {"status", whole.status},
                  {"group", group},
                  {"rater", rater},
                  {"n_ratings", n_ratings},
                  {"without", without.estimate},
                  {"without_status", without.status}});
}

// Returns the jackknife over raters, with a row for each group and coefficient as in
// agreement_by_group(): its variance, the number of raters used, and of those without
// whom there is no value. With `cells` also the jackknife over the cells of items (or of
// clusters, if `cluster` is that of each item, from 0 in each group) by raters, and the
// members of DeletionBias.
// [[Rcpp::export(rng = false)]]
Rcpp::List rater_variances(SEXP sample, Rcpp::IntegerVector models, Rcpp::List metric,
                           Rcpp::List weights, bool cells, Rcpp::IntegerVector cluster) {
  const r::Sample& of = r::sample(sample);
  const int groups = of.view.n_groups(), n = models.size();
  const accord::RaterTask task{of.view, of.tally, of.executor};
  Rcpp::NumericVector variance(groups * n, NA_REAL), raters(groups * n),
      undefined(groups * n), of_cells(groups * n, NA_REAL), undefined_cells(groups * n),
      bias(groups * n, NA_REAL), log_bias(groups * n, NA_REAL), effective(groups * n);
  for (int i = 0; i < n; ++i) {
    const Model model = r::model(models, i);
    const accord::MetricSpec spec =
        r::metric_spec(model == Model::alpha ? metric : weights);
    std::vector<accord::CrossedVariances> found;
    if (cells) {
      found = accord::crossed_variances(model, spec, task, r::span(cluster));
    } else {
      for (const accord::GroupRaters& group : accord::rater_deletions(model, spec, task))
        found.push_back({group.whole.defined() ? accord::rater_jackknife(group.raters)
                                               : accord::Variance(),
                         {},
                         {}});
    }
    for (int g = 0; g < groups; ++g) {
      variance[g * n + i] = found[g].raters.variance;
      raters[g * n + i] = found[g].raters.items;
      undefined[g * n + i] = found[g].raters.undefined;
      of_cells[g * n + i] = found[g].cells.variance;
      undefined_cells[g * n + i] = found[g].cells.undefined;
      bias[g * n + i] = found[g].bias.bias;
      log_bias[g * n + i] = found[g].bias.log_bias;
      effective[g * n + i] = found[g].bias.effective;
    }
  }
  return r::frame({{"rater_variance", variance},
                   {"variance_raters", raters},
                   {"undefined_raters", undefined},
                   {"cell_variance", of_cells},
                   {"undefined_cells", undefined_cells},
                   {"rater_bias", bias},
                   {"rater_log_bias", log_bias},
                   {"effective_raters", effective}});
}
