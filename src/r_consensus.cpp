#include <Rcpp/Lightest>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "accord/consensus/anchored.h"
#include "accord/consensus/classifier.h"
#include "accord/consensus/crowdlab.h"
#include "accord/consensus/dawid_skene.h"
#include "accord/consensus/em.h"
#include "accord/consensus/glad.h"
#include "accord/consensus/mace.h"
#include "accord/consensus/one_coin.h"
#include "accord/consensus/votes.h"
#include "accord/consensus/winner.h"
#include "r_em.h"
#include "r_labels.h"
#include "r_parallel.h"
#include "r_table.h"
#include "r_views.h"

using accord::Answers;

namespace {

// Settings for items are vectors over all items, or empty.
template <class T>
accord::Span<T> of_group(accord::Span<T> all, const accord::RatingsView& view,
                         int group) {
  if (all.empty()) return {};
  return all.slice(view.group_start[group], view.group_start[group + 1]);
}

struct Task {
  const Answers& answers;
  const accord::Judge& judge;
  accord::Span<int> gold;
  Rcpp::List settings;
  accord::Span<double> noise;
  accord::Executor executor;
};

Rcpp::List run_em(const Task& task, accord::EmModel* model, r::Labels* labels) {
  accord::EmSettings settings = r::em_settings(task.settings);
  settings.prior = Rcpp::as<std::vector<double>>(task.settings["prior"]);
  const accord::Tempering tempering = r::tempering_of(task.settings);
  const bool unchanged = tempering.rho == 0 && tempering.eps == 0;
  accord::Em em(task.answers, task.gold, settings, task.executor);
  const accord::EmFit fit =
      em.fit(task.noise, model, [&](int item, const double* posterior) {
        if (unchanged || task.judge.gold(item) >= 0) {
          labels->set(item, posterior, task.judge.label(item, posterior));
          return;
        }
        const std::vector<double> p = r::tempered(
            tempering, task.answers.size(item),
            {posterior, static_cast<std::size_t>(task.answers.n_categories())});
        labels->set(item, p.data(), task.judge.label(item, p.data()));
      });
  return r::list({{"prior", fit.prior},
                  {"log_likelihood", fit.log_likelihood},
                  {"objective", fit.objective},
                  {"history", fit.history},
                  {"converged", fit.converged}});
}

// Returns the probabilities of the answers (first) given the label (second) of all
// raters.
template <class Model>
Rcpp::NumericVector confusion_of(const Answers& answers, const Model& model) {
  const int n = answers.n_raters(), k = answers.n_categories();
  Rcpp::NumericVector table(static_cast<R_xlen_t>(n) * k * k);
  R_xlen_t at = 0;
  for (int r = 0; r < n; ++r) {
    for (int label = 0; label < k; ++label) {
      for (int answer = 0; answer < k; ++answer) {
        table[at++] = model.probability(r, label, answer);
      }
    }
  }
  return table;
}

Rcpp::List dawid_skene(const Task& task, r::Labels* labels) {
  accord::DawidSkene model(task.answers, task.settings["smoothing"]);
  Rcpp::List fit = run_em(task, &model, labels);
  fit["confusion"] = confusion_of(task.answers, model);
  return fit;
}

Rcpp::List anchored(const Task& task, accord::Span<double> log_prior, r::Labels* labels) {
  accord::AnchoredSettings settings;
  settings.tempering = r::tempering_of(task.settings);
  settings.anchor = task.settings["anchor"];
  settings.iterations = task.settings["iterations"];
  settings.within = task.settings["within"];
  settings.log_prior = log_prior;
  accord::Anchored model(task.answers, task.gold, settings, task.executor);
  const accord::AnchoredFit fit = model.fit([&](int item, const double* posterior) {
    labels->set(item, posterior, task.judge.label(item, posterior));
  });
  const int k = task.answers.n_categories();
  Rcpp::NumericVector pooled(static_cast<R_xlen_t>(k) * k);
  for (int label = 0; label < k; ++label) {
    for (int answer = 0; answer < k; ++answer) {
      pooled[static_cast<R_xlen_t>(label) * k + answer] =
          model.rows().probability(label, answer);
    }
  }
  return r::list({{"prior", fit.prior},
                  {"pooled", pooled},
                  {"vote_accuracy", fit.accuracy},
                  {"rho", fit.tempering.rho},
                  {"eps", fit.tempering.eps},
                  {"factor", fit.tempering.factor},
                  {"n_calibrated", fit.n_known},
                  {"iterations", settings.iterations},
                  {"confusion", confusion_of(task.answers, model.rows())}});
}

Rcpp::List one_coin(const Task& task, r::Labels* labels) {
  accord::OneCoin model(task.answers, task.settings["smoothing"]);
  Rcpp::List fit = run_em(task, &model, labels);
  fit["skill"] = model.skill();
  return fit;
}

Rcpp::List mace(const Task& task, r::Labels* labels, bool variational) {
  const double smoothing = task.settings["smoothing"];
  accord::MacePrior prior{smoothing, smoothing, smoothing, variational};
  if (variational) prior = {0.5, 0.5, 10, true};
  accord::Mace model(task.answers, prior);
  Rcpp::List fit = run_em(task, &model, labels);
  const int n = task.answers.n_raters(), k = task.answers.n_categories();
  Rcpp::NumericVector competence(n), strategy(static_cast<R_xlen_t>(n) * k);
  for (int r = 0; r < n; ++r) {
    competence[r] = model.competence(r);
    for (int c = 0; c < k; ++c) strategy[r * k + c] = model.strategy(r, c);
  }
  fit["skill"] = competence;
  fit["strategy"] = strategy;
  return fit;
}

Rcpp::List glad(const Task& task, r::Labels* labels) {
  accord::Glad model(task.answers);
  Rcpp::List fit = run_em(task, &model, labels);
  Rcpp::NumericVector ease(task.answers.n_items());
  for (int i = 0; i < ease.size(); ++i) ease[i] = model.ease(i);
  fit["skill"] = model.ability();
  fit["ease"] = ease;
  return fit;
}

Rcpp::List vote(const Task& task, const std::string& method, r::Labels* labels) {
  const accord::Votes votes(task.answers, task.judge, task.executor);
  Rcpp::List fit;
  std::vector<double> weight;
  if (method == "majority") {
    const Rcpp::NumericVector given = task.settings["weights"];
    for (int rater : task.answers.raters()) {
      if (given.size() > 0) weight.push_back(given[rater]);
    }
  } else if (method == "wawa") {
    weight = accord::wawa_skills(votes);
    fit["skill"] = weight;
  } else if (method == "zbs") {
    const accord::SkillFit found =
        accord::zbs_skills(votes, task.answers, task.settings["rounds"]);
    weight = found.skill;
    fit["skill"] = weight;
    fit["iterations"] = found.iterations;
  } else {
    Rcpp::stop("the core has no method of consensus `%s`", method);
  }
  votes.each(weight, [&](int item, const double* support, const accord::Winner& winner) {
    labels->set(item, support, winner);
  });
  return fit;
}

// The probabilities of a classifier are a matrix with a column per item of the group.
accord::Classifier classifier_of(const Answers& answers, const Rcpp::List& settings) {
  return {r::numbers(settings, "classifier"), answers.n_categories()};
}

Rcpp::List crowdlab(const Task& task, r::Labels* labels) {
  const Answers& answers = task.answers;
  const accord::Classifier classifier = classifier_of(answers, task.settings);
  const accord::Crowdlab model(answers, classifier);
  std::vector<double> p(answers.n_categories()), sure;
  for (int i = 0; i < answers.n_items(); ++i) {
    model.posterior(i, p.data());
    sure.push_back(model.majority()[i] < 0 ? NA_REAL : p[model.majority()[i]]);
    labels->set(i, p.data(), task.judge.label(i, p.data()));
  }
  const accord::Crowdlab::Quality quality = model.quality();
  std::vector<int> rater, code, majority, size;
  for (int i = 0; i < answers.n_items(); ++i) {
    majority.push_back(model.majority()[i] < 0 ? NA_INTEGER : model.majority()[i] + 1);
    size.push_back(static_cast<int>(answers.size(i)));
    for (int cell : answers.of(i)) {
      rater.push_back(answers.raters()[answers.rater(cell)] + 1);
      code.push_back(answers.code(cell) + 1);
    }
  }
  return r::list({{"skill", quality.rater},
                  {"weight", model.rater_weight()},
                  {"classifier_weight", model.classifier_weight()},
                  {"agreement", model.agreement()},
                  {"surplus", accord::surplus_of_fit(answers, classifier)},
                  {"majority", majority},
                  {"quality", sure},
                  {"size", size},
                  {"rating_rater", rater},
                  {"rating_code", code},
                  {"rating_quality", quality.rating}});
}

accord::TieRule tie_rule(Rcpp::List settings, const Answers& answers,
                         const accord::RatingsView& view, int group) {
  const std::vector<int>& raters = answers.raters();
  const int breaker = settings["breaker"];
  const auto found = std::find(raters.begin(), raters.end(), breaker);
  return {static_cast<accord::Ties>(Rcpp::as<int>(settings["ties"])),
          of_group(r::numbers(settings, "draw"), view, group),
          found == raters.end() ? -1 : static_cast<int>(found - raters.begin())};
}

}  // namespace

// Returns the labels for a posterior with a row per item of a group and a column per
// category.
// [[Rcpp::export(rng = false)]]
Rcpp::List labels_of_posterior(Rcpp::List ratings, int group,
                               Rcpp::NumericMatrix posterior, Rcpp::List settings) {
  const accord::RatingsView view = r::ratings_view(ratings);
  const Answers answers(view, group);
  const accord::Span<int> gold = of_group(r::integers(settings, "gold"), view, group);
  const accord::Judge judge(answers, tie_rule(settings, answers, view, group), gold);
  const accord::Tempering tempering = r::tempering_of(settings);
  r::Labels labels(answers, Rcpp::as<bool>(settings["posterior"]));
  for (int i = 0; i < answers.n_items(); ++i) {
    const Rcpp::NumericVector row = posterior(i, Rcpp::_);
    std::vector<double> p(row.begin(), row.end());
    if (judge.gold(i) < 0) p = r::tempered(tempering, answers.size(i), p);
    labels.set(i, p.data(), judge.label(i, p.data()));
  }
  return labels.list();
}

// Returns the labels of the items of one group (from 0), and the method's estimates for
// the raters. `noise` has a row per category and a column per item of the group, or is
// empty to start from the vote shares.
// [[Rcpp::export(rng = false)]]
Rcpp::List consensus_of_group(Rcpp::List ratings, int group, std::string method,
                              Rcpp::List settings, Rcpp::NumericVector noise,
                              int threads) {
  const accord::RatingsView view = r::ratings_view(ratings);
  const Answers answers(view, group, r::executor(threads));
  const accord::Span<int> gold = of_group(r::integers(settings, "gold"), view, group);
  const accord::Judge judge(answers, tie_rule(settings, answers, view, group), gold);
  const Task task{answers, judge, gold, settings, r::span(noise), r::executor(threads)};

  // A row for each item.
  accord::Span<double> prior = r::numbers(settings, "log_prior");
  const std::size_t k = answers.n_categories();
  if (!prior.empty()) {
    prior = prior.slice(view.group_start[group] * k, view.group_start[group + 1] * k);
  }
  r::Labels labels(answers, Rcpp::as<bool>(settings["posterior"]));
  Rcpp::List fit = method == "dawid_skene" ? dawid_skene(task, &labels)
                   : method == "anchored"  ? anchored(task, prior, &labels)
                   : method == "one_coin"  ? one_coin(task, &labels)
                   : method == "mace"      ? mace(task, &labels, false)
                   : method == "mace_vb"   ? mace(task, &labels, true)
                   : method == "glad"      ? glad(task, &labels)
                   : method == "crowdlab"  ? crowdlab(task, &labels)
                                           : vote(task, method, &labels);
  if (method == "anchored" && !r::numbers(settings, "classifier").empty()) {
    fit["surplus"] = accord::surplus_of_fit(answers, classifier_of(answers, settings));
  }
  r::add_raters(answers, &fit);
  Rcpp::List result = labels.list();
  result["fit"] = fit;
  return result;
}
