#include <Rcpp/Lightest>
#include <algorithm>  // max
#include <memory>
#include <optional>
#include <utility>  // pair
#include <vector>

#include "accord/posterior/difference_figure.h"
#include "accord/posterior/equal_samples.h"
#include "accord/posterior/group_figure.h"
#include "accord/posterior/posterior.h"
#include "accord/posterior/prior.h"
#include "accord/posterior/raters_normal.h"
#include "r_metric.h"
#include "r_sample.h"
#include "r_table.h"
#include "r_views.h"

using accord::Model;

namespace {

// The settings of ci_bayes().
struct PosteriorOptions {
  explicit PosteriorOptions(const Rcpp::List& ci)
      : ratings(Rcpp::as<double>(ci["prior"])),
        tail((1 - Rcpp::as<double>(ci["conf_level"])) / 2),
        seed(Rcpp::as<int>(ci["seed"])),
        bits(Rcpp::as<int>(ci["bits"])) {}

  accord::PosteriorTask of_estimate() const {
    return {tail, static_cast<unsigned>(seed), bits};
  }
  accord::PosteriorTask of_difference() const {
    return {tail, static_cast<unsigned>(seed), bits, 2, true};
  }
  accord::PriorTask prior(const accord::FigureRows& rows) const {
    const double z = R::qnorm(tail, 0, 1, 0, 0), df = rows.effective - 1;
    return {ratings, z, rows.units > 1 ? R::qt(tail, std::max(df, 0.1), 0, 0) : z};
  }

  double ratings, tail;
  int seed, bits;
};

// The figures of every group and model, group by group: a list of `models`, the `metric`
// of alpha, the `weights` of all others, and `unit`, which is empty or has for each item
// the unit, such as a cluster, with which it was observed.
struct Figures {
  Figures(const r::Sample& sample, const Rcpp::List& figures, const Rcpp::List& ci)
      : of(sample),
        models(figures["models"]),
        unit(figures["unit"]),
        of_alpha(r::metric_spec(figures["metric"])),
        of_kappa(r::metric_spec(figures["weights"])),
        options(ci) {}

  const r::Sample& of;
  Rcpp::IntegerVector models, unit;
  accord::MetricSpec of_alpha, of_kappa;
  PosteriorOptions options;
  accord::AnyDistance alpha_distance{of_alpha}, kappa_distance{of_kappa};

  Model model(int figure) const { return r::model(models, figure % models.size()); }

  // Returns whether raters are required but anonymous.
  bool anonymous(int figure) const {
    return of.view.rater.empty() && accord::goes_by(model(figure), accord::uses::raters);
  }

  int group_of(int figure) const { return figure / static_cast<int>(models.size()); }

  // If `beside` is not -1, the figure is compared with one of that group.
  accord::DraftedFigure drafted(int figure, int beside = -1) const {
    const bool alpha = model(figure) == Model::alpha;
    const int group = group_of(figure);
    auto x = accord::draft_figure(
        model(figure), alpha ? of_alpha.level : of_kappa.level,
        alpha ? alpha_distance : kappa_distance,
        {of.view, of.tally, group, r::span(unit), beside, &of.executor, beside >= 0});
    accord::set_prior(*x.figure, options.prior(x.rows), &x.rows);
    return x;
  }

  // For many items the limits are computed without draws.
  std::optional<accord::TwoLimits> of_many(int figure) const {
    if (model(figure) != Model::raters || unit.size() > 0 || options.bits > 0) return {};
    return accord::limits_of_many(
        {of.view, of.tally, group_of(figure), {}}, of_kappa.level, kappa_distance,
        {options.ratings, R::qnorm(options.tail, 0, 1, 0, 0), 0}, of.executor);
  }
};

struct LimitTask {
  int row;
  accord::DraftedFigure drafted;
};

}  // namespace

// Returns limits under an imprecise Dirichlet posterior, a row for each group and model;
// NA if there is none. Rows for which `skip` is true are left out. `tick` is called with
// the share that is done.
// [[Rcpp::export(rng = false)]]
Rcpp::List posterior_limits(SEXP sample, Rcpp::List figures, Rcpp::LogicalVector skip,
                            Rcpp::List ci, Rcpp::Function tick) {
  const r::Sample& of = r::sample(sample);
  const accord::Executor& executor = of.executor;
  const Figures all(of, figures, ci);
  const int groups = of.view.n_groups(), n = all.models.size();
  Rcpp::NumericVector low(groups * n, NA_REAL), high(groups * n, NA_REAL),
      variance(groups * n, NA_REAL);
  double* const lows = low.begin();
  double* const highs = high.begin();
  double* const variances = variance.begin();
  std::vector<LimitTask> tasks;
  std::vector<std::pair<int, int>> equal;  // rows: one, and another with equal limits
  std::vector<accord::GammaTables> tables(executor.threads);

  const auto run = [&](const LimitTask& x, const accord::Executor& inside,
                       accord::GammaTables* memory) {
    const accord::FigureRows& rows = x.drafted.rows;
    accord::Posterior posterior(*x.drafted.figure, rows, all.options.of_estimate(),
                                memory);
    const accord::PosteriorLimit lower = posterior.lower(rows.random, inside);
    const accord::PosteriorLimit upper = posterior.upper(rows.agreeing, inside);
    lows[x.row] = lower.limit;
    highs[x.row] = upper.limit;
    variances[x.row] = (lower.variance + upper.variance) / 2;
  };
  const auto run_all = [&] {
    if (static_cast<int>(tasks.size()) < 2 * executor.threads) {
      for (const LimitTask& x : tasks) run(x, executor, &tables[0]);
    } else {
      accord::Executor alone;
      alone.poll = executor.poll;
      executor.run(executor.threads, [&](int p) {
        for (std::size_t i = p; i < tasks.size(); i += executor.threads) {
          run(tasks[i], alone, &tables[p]);
        }
      });
    }
    tasks.clear();
  };
  accord::EqualSamples by_pattern(of.view, of.tally, false),
      by_rater(of.view, of.tally, true);
  for (int g = 0; g < groups; ++g) {
    executor.poll();
    int like[] = {-1, -1};  // by pattern, by rater; computed when first needed
    for (int i = g * n; i < (g + 1) * n; ++i) {
      if (skip[i] || all.anonymous(i)) continue;
      if (groups > 1 && all.unit.size() == 0) {
        const bool rated_by = accord::goes_by(all.model(i), accord::uses::raters);
        if (like[rated_by] < 0) {
          like[rated_by] = (rated_by ? by_rater : by_pattern).first_like(g);
        }
        if (like[rated_by] < g) {
          equal.emplace_back(like[rated_by] * n + i % n, i);
          continue;
        }
      }
      if (const auto found = all.of_many(i)) {
        lows[i] = found->lower;
        highs[i] = found->upper;
        variances[i] = found->variance;
        continue;
      }
      LimitTask x{i, all.drafted(i)};
      if (!(x.drafted.rows.units > 1)) continue;  // items do not vary
      tasks.push_back(std::move(x));
    }
    if (tasks.size() < 64) continue;
    run_all();
    tick(static_cast<double>(g) / groups);
  }
  run_all();
  tick(1.0);
  for (const auto& [from, to] : equal) {
    lows[to] = lows[from];
    highs[to] = highs[from];
    variances[to] = variances[from];
  }
  return r::frame({{"posterior_low", low},
                   {"posterior_high", high},
                   {"posterior_variance", variance}});
}

// Returns the differences of two figures each, the second minus the first: a row for each
// pair of places (from 0) in the list of figures, whose `unit` has the number of each
// observed unit. `same_item` says that the two figures are of the same items, and share a
// pseudo-item.
// [[Rcpp::export(rng = false)]]
Rcpp::List posterior_differences(SEXP sample, Rcpp::List figures,
                                 Rcpp::IntegerVector first, Rcpp::IntegerVector second,
                                 bool same_item, Rcpp::List ci) {
  const r::Sample& of = r::sample(sample);
  const accord::Executor& executor = of.executor;
  const Figures all(of, figures, ci);
  const int n = first.size();
  Rcpp::NumericVector low(n, NA_REAL), high(n, NA_REAL), variance(n, NA_REAL),
      p(n, NA_REAL);
  accord::GammaTables tables;
  for (int i = 0; i < n; ++i) {
    executor.poll();
    if (all.anonymous(first[i]) || all.anonymous(second[i])) continue;
    // The draws are the same in both directions, so that one is the mirror image of the
    // other.
    const bool turned = first[i] > second[i];
    const int one = turned ? second[i] : first[i], other = turned ? first[i] : second[i];
    const accord::DraftedFigure a = all.drafted(one, all.group_of(other)),
                                b = all.drafted(other, all.group_of(one));
    if (!(a.rows.units > 1) || !(b.rows.units > 1)) continue;
    const accord::DifferenceFigure figure(a.figure.get(), b.figure.get());
    const accord::FigureRows rows = accord::rows_of_difference(
        a, b, figure, same_item ? accord::PseudoItems::same : accord::PseudoItems::own);
    accord::Posterior posterior(figure, rows, all.options.of_difference(), &tables);
    accord::PosteriorLimit lower = posterior.lower(rows.random, executor),
                           upper = posterior.upper(rows.agreeing, executor);
    if (same_item) {  // which of the two is the less favourable is not known
      lower = lower.lower_of(posterior.lower(rows.agreeing, executor));
      upper = upper.upper_of(posterior.upper(rows.random, executor));
    }
    low[i] = turned ? -upper.limit : lower.limit;
    high[i] = turned ? -lower.limit : upper.limit;
    variance[i] = (lower.variance + upper.variance) / 2;
    p[i] = std::min(1.0, 2 * std::min(lower.beyond, upper.beyond));
  }
  return r::frame(
      {{"conf.low", low}, {"conf.high", high}, {"variance", variance}, {"p.value", p}});
}
