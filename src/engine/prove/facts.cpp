// SPDX-License-Identifier: Apache-2.0
// Houdini: guess many facts, and strike out what some letter does not keep, until nothing is struck out.
//
//   C. Flanagan, K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001
//   S. Owicki, D. Gries, "An axiomatic proof technique for parallel programs I", Acta Informatica 1976 (facts of one
//     thread must not be broken by another)
//
// Guesses are made of the comparisons in a thread's guards, of what its variables are given, and of ranges, each also
// shifted by one, since LLVM compares the counter of the next round.
#include "engine/prove/facts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "engine/prove/entailment.h"

namespace fermata::engine::prove {

using model::Edge;
using model::Location;
using model::LocationId;
using model::ThreadSystem;
using model::VariableId;

namespace {

constexpr std::size_t most_guesses = 240;  // at a location
constexpr std::size_t most_counters = 8;
constexpr Wide reasonable = Wide{1} << 40;

using Terms = std::vector<std::pair<std::uint32_t, Wide>>;

/// Constants that a sum of variables may be compared with.
using Forms = std::map<Terms, std::set<Wide>>;

bool is_reasonable(const Linear& sum) {
  const auto small = [](Wide value) { return value < reasonable && value > -reasonable; };
  return small(sum.constant) && std::ranges::all_of(sum.terms, [&](const auto& term) { return small(term.second); });
}

class Guesses {
 public:
  Guesses(const ThreadSystem& system, const Product& product, const LettersOf& all)
      : system_(system), product_(product) {
    std::vector<Forms> by_thread(system.threads.size());
    begins_with_.resize(system.threads.size());
    std::set<std::pair<std::uint32_t, std::uint32_t>> starters;
    for (const Edge& edge : system.edges)
      for (const auto& [thread, location] : edge.starts) starters.emplace(index(edge.thread), index(thread));
    for (std::size_t s = 0; s < product.situations.size(); ++s)
      for (const Letter& letter : all[s]) {
        const Edge& edge = system[product.situations[s].edge];
        collect(letter, by_thread[index(edge.thread)]);
        collect_counters(letter);
      }
    for (const Linear& one : counters_) {
      const std::uint32_t v = one.terms[0].first;
      const ThreadId owner = *system_.variables[v].owner;
      begins_with_[index(owner)].push_back(one);
      for (std::uint32_t t = 0; t < system.threads.size(); ++t)
        if (t != index(owner) && starters.contains({t, index(owner)})) begins_with_[t].push_back(one);
    }
    // What is said of shared variables alone is guessed everywhere.
    Forms shared;
    for (const Forms& forms : by_thread)
      for (const auto& [terms, constants] : forms)
        if (std::ranges::none_of(terms, [&](const auto& t) { return system_.variables[t.first].owner.has_value(); }))
          shared[terms].insert(constants.begin(), constants.end());
    for (const Forms& forms : by_thread) {
      forms_.push_back(forms);
      for (const auto& [terms, constants] : shared) forms_.back()[terms].insert(constants.begin(), constants.end());
    }
  }

  std::vector<Linear> at(LocationId location) const {
    const Location& about = system_[location];
    std::vector<Linear> all;
    // A counter that begins with what it was before anything happened does not change then, unless the thread is
    // started again.
    for (const Linear& one : begins_with_[index(about.thread)]) {
      all.push_back(one);
      all.push_back(scaled(one, -1));
    }
    // Others' counters are seldom below what they began with.
    if (counters_.size() <= most_counters)
      for (const Linear& one : counters_)
        if (system_.variables[one.terms[0].first].owner != about.thread) all.push_back(scaled(one, -1));
    // Who has ended keeps its last values.
    const bool ended = about.kind == Location::Kind::ended;
    for (const auto& [terms, constants] : forms_[index(about.thread)]) {
      // A variable that is no longer read keeps its last value, and the one that it was given to may be what is left.
      const auto lives = [&](const auto& term) {
        const VariableId v{term.first};
        return !system_[v].owner || ended || std::ranges::find(about.live, v) != about.live.end();
      };
      const bool own =
          std::ranges::all_of(terms, [&](const auto& t) { return system_.variables[t.first].owner.has_value(); });
      const bool fits =
          own && terms.size() == 2 ? std::ranges::any_of(terms, lives) : std::ranges::all_of(terms, lives);
      if (!fits) continue;
      for (Wide constant : constants)
        if (all.size() < most_guesses) all.push_back({terms, constant});
    }
    return all;
  }

 private:
  bool usable(const Linear& sum) const {
    return !sum.is_number() && sum.terms.size() <= 4 && is_reasonable(sum) &&
           std::ranges::all_of(sum.terms, [&](const auto& term) {
             if (is_fresh(term.first)) return false;
             const model::Variable& variable = system_.variables[term.first];
             return variable.role != model::Variable::Role::input && !is_followed(VariableId{term.first});
           });
  }
  bool is_followed(VariableId v) const { return std::ranges::binary_search(product_.followed, v); }

  /// The sum is at most 0, and so are some near it.
  void note(const Linear& sum, Forms& forms) const {
    if (!usable(sum)) return;
    const Linear other = scaled(sum, -1);
    for (Wide shift : {-1, 0, 1}) {
      forms[sum.terms].insert(sum.constant + shift);
      forms[other.terms].insert(other.constant + shift);
    }
  }

  /// A thread's own variable that is given what it was before anything happened.
  void collect_counters(const Letter& letter) {
    for (const auto& [v, value] : letter.update) {
      const model::Variable& variable = system_.variables[v];
      if (!variable.owner || is_followed(VariableId{v})) continue;
      const Wide first = variable.number(variable.initial);
      const Linear same = sum(Linear::of(v), Linear::number(-first));
      if (!value || *value != Linear::number(first) || !usable(same)) continue;
      if (std::ranges::find(counters_, same) == counters_.end()) counters_.push_back(same);
    }
  }

  void collect(const Letter& letter, Forms& forms) const {
    for (const Linear& guard : letter.guard) note(guard, forms);
    for (const auto& [v, value] : letter.update) {
      if (is_followed(VariableId{v})) continue;
      const Linear it = Linear::of(v);
      if (!value) continue;
      if (value->is_number() || value->terms.size() == 1) {
        Linear difference = sum(it, *value, -1);
        const bool same = value->terms.size() == 1 && value->terms[0].first == v;
        if (same) difference = it;  // a counter: it may have begun with 0
        if (usable(difference)) {
          forms[difference.terms].insert(difference.constant);
          const Linear other = scaled(difference, -1);
          forms[other.terms].insert(other.constant);
        }
      }
      // What is known of an input is true of the variable that it is kept in.
      if (value->terms.size() == 1 && value->terms[0].second == 1) {
        const std::uint32_t source = value->terms[0].first;
        for (const Linear& guard : letter.guard)
          for (const auto& [w, factor] : guard.terms)
            if (w == source && source != v)
              note(sum(sum(guard, Linear::of(w), -factor), sum(it, Linear::number(-value->constant)), factor), forms);
      }
      // It may have a range of its own.
      if (value->terms.size() == 1 && !is_fresh(value->terms[0].first)) {
        const model::Variable& source = system_.variables[value->terms[0].first];
        if (source.role == model::Variable::Role::input && value->terms[0].second == 1) {
          const auto [low, high] = range(source);
          for (const Linear& bound :
               {Linear{it.terms, -(high + value->constant)}, Linear{scaled(it, -1).terms, low + value->constant}})
            if (usable(bound)) forms[bound.terms].insert(bound.constant);
        }
      }
    }
  }

  const ThreadSystem& system_;
  const Product& product_;
  std::vector<Forms> forms_;                      // by thread
  std::vector<std::vector<Linear>> begins_with_;  // by thread, of its own and of those that it starts: each is 0
  std::vector<Linear> counters_;                  // of all threads: each is 0 at first
};

class Houdini {
 public:
  Houdini(const ThreadSystem& system, const Product& product, const Letters& letters, const LettersOf& all,
          const std::vector<std::vector<Linear>>& also, const Stop& stop)
      : system_(system),
        product_(product),
        letters_(letters),
        all_(all),
        also_(also),
        stop_(stop),
        facts_(system.locations.size()) {}

  LocationFacts run() {
    const Guesses guesses(system_, product_, all_);
    std::set<std::uint32_t> reached;
    for (const Product::Node& node : product_.nodes)
      for (std::uint32_t place : node.places)
        if (place != Product::not_begun) reached.insert(place);
    for (std::uint32_t l : reached) {
      const auto kind = system_.locations[l].kind;
      if (kind == Location::Kind::visible || kind == Location::Kind::silent || kind == Location::Kind::ended)
        facts_[l] = guesses.at(LocationId{l});
    }
    std::erase_if(facts_[index(system_.start)], [&](const Linear& fact) { return at_first(fact) > 0; });
    const auto others = meanwhile();
    bool struck = true;
    while (struck) {
      struck = false;
      for (std::uint32_t s = 0; s < product_.situations.size(); ++s) {
        stop_.enforce();
        const Edge& edge = system_[product_.situations[s].edge];
        for (const Letter& letter : all_[s]) {
          if (contradict(letters_, before(s, letter))) continue;
          struck |= strike(s, letter, index(edge.to), {});
          for (const auto& [thread, location] : edge.starts) struck |= strike(s, letter, index(location), {});
          for (std::uint32_t other : others[s]) struck |= strike(s, letter, other, other);
        }
      }
    }
    for (auto& facts : facts_) without_superfluous(facts);
    return std::move(facts_);
  }

 private:
  Wide at_first(const Linear& fact) const {
    Wide value = fact.constant;
    for (const auto& [v, factor] : fact.terms) {
      const model::Variable& variable = system_.variables[v];
      value += factor * variable.number(variable.initial);
    }
    return value;
  }

  std::vector<Linear> before(std::uint32_t situation, const Letter& letter) const {
    std::vector<Linear> all = facts_[index(system_[product_.situations[situation].edge].from)];
    all.insert(all.end(), letter.guard.begin(), letter.guard.end());
    if (!also_.empty()) all.insert(all.end(), also_[situation].begin(), also_[situation].end());
    return all;
  }

  /// Strikes out, at this location, what the letter does not establish; if another thread stays there, what it breaks.
  bool strike(std::uint32_t situation, const Letter& letter, std::uint32_t at, std::optional<std::uint32_t> stays) {
    if (facts_[at].empty()) return false;
    std::vector<Linear> known = before(situation, letter);
    if (stays) known.insert(known.end(), facts_[at].begin(), facts_[at].end());
    const std::size_t size = facts_[at].size();
    std::erase_if(facts_[at], [&](const Linear& fact) {
      const auto then = letter.after(fact);
      if (!then) return true;
      if (stays && *then == fact) return false;
      return !entails(letters_, known, *then);
    });
    return facts_[at].size() != size;
  }

  /// By situation: where another thread may be meanwhile.
  std::vector<std::set<std::uint32_t>> meanwhile() const {
    std::vector<std::set<std::uint32_t>> all(product_.situations.size());
    for (const Product::Step& step : product_.steps) {
      const Edge& edge = system_[product_.situations[step.situation].edge];
      const auto& places = product_.nodes[step.from].places;
      for (std::size_t t = 0; t < places.size(); ++t)
        if (t != index(edge.thread) && places[t] != Product::not_begun) all[step.situation].insert(places[t]);
    }
    return all;
  }

  void without_superfluous(std::vector<Linear>& facts) const {
    for (std::size_t k = facts.size(); k-- > 0;) {
      std::vector<Linear> others = facts;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
      if (entails(letters_, others, facts[k])) facts = std::move(others);
    }
  }

  const ThreadSystem& system_;
  const Product& product_;
  const Letters& letters_;
  const LettersOf& all_;
  const std::vector<std::vector<Linear>>& also_;
  const Stop& stop_;
  LocationFacts facts_;
};

/// Those of the sums that have to do with the last one, by way of shared variables.
std::vector<Linear> connected(const std::vector<Linear>& some) {
  std::set<std::uint32_t> variables;
  std::vector<bool> in(some.size(), false);
  in.back() = true;
  for (const auto& term : some.back().terms) variables.insert(term.first);
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t k = 0; k < some.size(); ++k) {
      if (in[k] || std::ranges::none_of(some[k].terms, [&](const auto& t) { return variables.contains(t.first); }))
        continue;
      in[k] = grew = true;
      for (const auto& term : some[k].terms) variables.insert(term.first);
    }
  }
  std::vector<Linear> all;
  for (std::size_t k = 0; k < some.size(); ++k)
    if (in[k]) all.push_back(some[k]);
  return all;
}

/// Sums that share no variable, not even by way of others, apart. Each part is a smaller question; and where the
/// numbers in one of them become too large, the others still have their answers.
std::vector<std::vector<Linear>> parts(const std::vector<Linear>& some) {
  std::map<std::uint32_t, std::size_t> part_of;
  std::vector<std::vector<Linear>> all;
  for (const Linear& one : some) {
    const std::size_t mine = all.size();
    all.push_back({one});
    for (const auto& term : one.terms) {
      const auto [it, fresh] = part_of.try_emplace(term.first, mine);
      if (fresh || it->second == mine) continue;
      const std::size_t other = it->second;
      std::ranges::move(all[other], std::back_inserter(all[mine]));
      all[other].clear();
      for (auto& [v, part] : part_of)
        if (part == other) part = mine;
    }
  }
  std::erase_if(all, [](const auto& part) { return part.empty(); });
  return all;
}

}  // namespace

bool contradict(const Letters& letters, const std::vector<Linear>& some) {
  return std::ranges::any_of(parts(some), [&](std::vector<Linear> rows) {
    const auto limits = letters.ranges(rows);
    rows.insert(rows.end(), limits.begin(), limits.end());
    return impossible(rows);
  });
}

bool entails(const Letters& letters, const std::vector<Linear>& before, const Linear& goal) {
  if (goal.is_number() && goal.constant <= 0) return true;
  for (const Linear& one : before)
    if (one.terms == goal.terms && one.constant >= goal.constant) return true;
  std::vector<Linear> rows = before;
  try {
    rows.push_back(below(Linear::number(0), goal));
  } catch (const Overflow&) {
    return false;
  }
  return contradict(letters, goal.is_number() ? rows : connected(rows));
}

LocationFacts inductive_facts(const ThreadSystem& system, const Product& product, const Letters& letters,
                              const LettersOf& all, const std::vector<std::vector<Linear>>& also, const Stop& stop) {
  return Houdini(system, product, letters, all, also, stop).run();
}

}  // namespace fermata::engine::prove
