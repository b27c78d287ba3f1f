#include <Rcpp/Lightest>
#include <vector>

#include "accord/change/measure_items.h"
#include "accord/change/measure_raters.h"
#include "r_metric.h"
#include "r_sample.h"
#include "r_table.h"
#include "r_views.h"

using accord::Disagreement;
using accord::Model;

namespace {

// Estimates and statuses, a row each.
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

enum class Ask { deletions, influences };

// What a coefficient says of each group and each item.
struct ItemAnswers {
  ItemAnswers(const accord::RatingsView& view, Ask ask)
      : whole(view.n_groups()),
        without(ask == Ask::deletions ? view.n_items() : 0),
        influence(ask == Ask::influences ? view.n_items() : 0, NA_REAL) {}

  Values whole, without;
  Rcpp::NumericVector influence;
};

ItemAnswers ask_items(const r::Sample& of, Model model, const Rcpp::List& metric, Ask ask,
                      accord::Linearization rule) {
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  ItemAnswers answers(view, ask);
  std::vector<int> place;
  const auto of_group = [&](int g, accord::Coefficient* coefficient,
                            accord::RowKind kind) {
    of.executor.poll();
    const Disagreement value = coefficient->value();
    answers.whole.set(g, value);
    const bool defined = value.defined();
    std::vector<accord::Deletion> deletions;
    std::vector<accord::Influence> influences;
    if (ask == Ask::deletions && defined) deletions = coefficient->leave_one_out();
    if (ask == Ask::influences) {
      if (!defined) return;
      influences = coefficient->influences(rule);
      kind.least = kind.least_by(rule);
    }
    const std::vector<int> entry = accord::entry_of_items(view, tally, g, kind, &place);
    for (std::size_t i = 0; i < entry.size(); ++i) {
      const int item = view.group_start[g] + static_cast<int>(i);
      const bool in_use = defined && entry[i] >= 0;
      if (ask == Ask::deletions) {
        answers.without.set(item, in_use ? deletions[entry[i]].value : value);
      } else if (in_use) {
        answers.influence[item] = influences[entry[i]].value;
      }
    }
  };
  const accord::Asked asked{model, r::metric_spec(metric), ask == Ask::deletions};
  accord::each_group(asked, view, tally, of_group);
  return answers;
}

std::vector<accord::GroupRaters> rater_deletions(const r::Sample& of, Model model,
                                                 const Rcpp::List& metric) {
  return accord::rater_deletions(model, r::metric_spec(metric),
                                 {of.view, of.tally, of.executor});
}

}  // namespace

// Of each group `estimate` and `status`; of each item `without` and `without_status`, the
// value of its group without it. `metric` is alpha's, or the weights of all other models.
// [[Rcpp::export(rng = false)]]
Rcpp::List without_each_item(SEXP sample, int model, Rcpp::List metric) {
  const ItemAnswers answers =
      ask_items(r::sample(sample), static_cast<Model>(model), metric, Ask::deletions,
                accord::Linearization::ratio);
  return r::list({{"estimate", answers.whole.estimate},
                  {"status", answers.whole.status},
                  {"without", answers.without.estimate},
                  {"without_status", answers.without.status}});
}

// The linearised influence of each item (N times the derivative of the estimate with its
// weight); NA where the item takes no part or its group has no value. `rule` is a place
// in the core's enum Linearization.
// [[Rcpp::export(rng = false)]]
Rcpp::NumericVector item_influences(SEXP sample, int model, Rcpp::List metric, int rule) {
  return ask_items(r::sample(sample), static_cast<Model>(model), metric, Ask::influences,
                   static_cast<accord::Linearization>(rule))
      .influence;
}

// Of each group `estimate` and `status`; of each of its raters `group` and `rater` (from
// 1), `n_ratings`, and `without` and `without_status`, the value without the rater.
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

// The jackknife over raters, a row for each group and coefficient as in
// agreement_by_group(): its variance, the raters who take part, and those without whom
// there is no value.
// [[Rcpp::export(rng = false)]]
Rcpp::List rater_variances(SEXP sample, Rcpp::IntegerVector models, Rcpp::List metric,
                           Rcpp::List weights) {
  const r::Sample& of = r::sample(sample);
  const int groups = of.view.n_groups(), n = models.size();
  Rcpp::NumericVector variance(groups * n, NA_REAL), raters(groups * n),
      undefined(groups * n);
  for (int i = 0; i < n; ++i) {
    const Model model = r::model(models, i);
    const std::vector<accord::GroupRaters> found =
        rater_deletions(of, model, model == Model::alpha ? metric : weights);
    for (int g = 0; g < groups; ++g) {
      if (!found[g].whole.defined()) continue;
      const accord::Variance jackknife = accord::rater_jackknife(found[g].raters);
      variance[g * n + i] = jackknife.variance;
      raters[g * n + i] = jackknife.items;
      undefined[g * n + i] = jackknife.undefined;
    }
  }
  return r::frame({{"rater_variance", variance},
                   {"variance_raters", raters},
                   {"undefined_raters", undefined}});
}
