#pragma once
// Sums at numbered places, few of which are used. Clearing costs as much as filling did,
// for any number of places.

#include <algorithm>  // sort
#include <cstddef>    // size_t
#include <vector>

namespace accord {

template <class Amount>
class Touched {
 public:
  Touched() = default;
  // Reserves room for `n_places`; it grows when needed.
  explicit Touched(int n_places) : amount_(n_places), seen_(n_places) {}

  void clear() {
    for (int k : places_) amount_[k] = seen_[k] = 0;
    places_.clear();
  }
  void add(int k, Amount x) {
    if (static_cast<std::size_t>(k) >= seen_.size()) {
      amount_.resize(k + 1);
      seen_.resize(k + 1);
    }
    if (!seen_[k]) places_.push_back(k);
    seen_[k] = 1;
    amount_[k] += x;
  }
  Amount operator[](int k) const {
    return static_cast<std::size_t>(k) < seen_.size() ? amount_[k] : 0;
  }
  // Return the places that are used, in order of first use or in increasing order; if
  // many places are used, all of them are scanned instead of sorting.
  const std::vector<int>& places() const { return places_; }
  const std::vector<int>& sorted() {
    if (places_.size() < seen_.size() / 16) {
      std::sort(places_.begin(), places_.end());
      return places_;
    }
    places_.clear();
    for (std::size_t k = 0; k < seen_.size(); ++k) {
      if (seen_[k]) places_.push_back(static_cast<int>(k));
    }
    return places_;
  }

 private:
  std::vector<Amount> amount_;
  std::vector<char> seen_;
  std::vector<int> places_;
};

}  // namespace accord
