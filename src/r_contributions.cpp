#include <Rcpp/Lightest>
#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "accord/agreement/contributions.h"
#include "r_apart.h"
#include "r_sample.h"
#include "r_table.h"
#include "r_views.h"

namespace {

// Returns text such as "yes (2), no (1)": the most frequent categories first, ties in the
// order of the categories.
std::string words(const accord::Pattern& p, const std::vector<std::string>& labels) {
  std::vector<std::size_t> order(p.code.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p.count[a] > p.count[b]; });
  std::string text;
  for (std::size_t i : order) {
    if (!text.empty()) text += ", ";
    text += labels[p.code[i]] + " (" + std::to_string(p.count[i]) + ")";
  }
  return text;
}

}  // namespace

// Returns the items that are not in perfect agreement, group by group, in their order.
// `labels` are those of the categories, in UTF-8.
// [[Rcpp::export(rng = false)]]
Rcpp::List disagreement_by_item(SEXP sample, Rcpp::List metric, bool by_weights,
                                Rcpp::CharacterVector labels) {
  const r::Sample& of = r::sample(sample);
  const accord::RatingsView& view = of.view;
  const accord::Tally& tally = of.tally;
  std::vector<accord::ItemContribution> found;
  std::vector<int> group;
  r::each_group_apart(tally, metric, by_weights, [&](int g, const auto& apart) {
    const auto of_group = accord::contributions_of_items(view, tally, g, apart);
    found.insert(found.end(), of_group.begin(), of_group.end());
    group.resize(found.size(), g + 1);
  });

  const std::size_t n = found.size();
  Rcpp::IntegerVector item(n), size(n);
  Rcpp::NumericVector apart(n), share(n);
  Rcpp::CharacterVector text(n);
  const auto label = Rcpp::as<std::vector<std::string>>(labels);
  std::vector<R_xlen_t> seen(tally.patterns.size(), -1);  // each text is made once
  for (std::size_t i = 0; i < n; ++i) {
    const accord::Pattern p = tally.patterns[found[i].pattern];
    item[i] = found[i].item + 1;
    size[i] = p.size;
    apart[i] = found[i].apart;
    share[i] = found[i].share;
    R_xlen_t& first = seen[found[i].pattern];
    if (first < 0) {
      first = static_cast<R_xlen_t>(i);
      const std::string own = words(p, label);
      SET_STRING_ELT(text, first, Rf_mkCharLenCE(own.c_str(), own.size(), CE_UTF8));
    } else {
      SET_STRING_ELT(text, i, STRING_ELT(text, first));
    }
  }
  return r::list({{"group", group},
                  {"item", item},
                  {"n_ratings", size},
                  {"disagreement", apart},
                  {"share", share},
                  {"ratings", text}});
}

// Returns the pairs of categories that occur together in an item, group by group.
// [[Rcpp::export(rng = false)]]
Rcpp::List disagreement_by_category(SEXP sample, Rcpp::List metric, bool by_weights) {
  const r::Sample& of = r::sample(sample);
  const accord::Tally& tally = of.tally;
  std::vector<int> group, first, second, items;
  std::vector<double> apart, coincidences, share;
  r::each_group_apart(tally, metric, by_weights, [&](int g, const auto& apart_of) {
    for (const auto& pair :
         accord::contributions_of_categories(tally.group(g), apart_of)) {
      group.push_back(g + 1);
      first.push_back(pair.first + 1);
      second.push_back(pair.second + 1);
      apart.push_back(pair.apart);
      items.push_back(static_cast<int>(pair.items));
      coincidences.push_back(pair.sum);
      share.push_back(pair.share);
    }
  });
  return r::list({{"group", group},
                  {"first", first},
                  {"second", second},
                  {"disagreement", apart},
                  {"n_items", items},
                  {"coincidences", coincidences},
                  {"share", share}});
}
