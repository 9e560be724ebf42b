// SPDX-License-Identifier: Apache-2.0
// G. Tseitin, "On the complexity of derivation in propositional calculus", 1968: a variable for each gate, and clauses
// that say what it is.
//
// Where we differ: constants are folded before a variable is made, and gates with two inputs are shared, since an
// unrolled program begins with constants and asks the same thing again and again. Wide gates are not shared: they are
// made by the step of one thread and met once.
#include "smt/circuit.h"

#include <algorithm>
#include <utility>

namespace fermata::smt {

namespace {

std::uint64_t key(Literal a, Literal b) {
  return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
}

bool negative(Literal literal) { return static_cast<std::int32_t>(literal) < 0; }

}  // namespace

Circuit::Circuit(Solver& solver) : solver_(solver), yes_(solver.fresh()) { solver_.add({yes_}); }

Literal Circuit::conjunction(Literal a, Literal b) {
  const auto [it, fresh] = conjunctions_.try_emplace(key(a, b));
  if (!fresh) return it->second;
  const Literal gate = solver_.fresh();
  solver_.add({!gate, a});
  solver_.add({!gate, b});
  solver_.add({gate, !a, !b});
  return it->second = gate;
}

Literal Circuit::all_of(std::span<const Literal> inputs) {
  std::vector<Literal> open;
  for (Literal input : inputs) {
    if (input == no()) return no();
    if (input != yes()) open.push_back(input);
  }
  std::ranges::sort(open);
  open.erase(std::unique(open.begin(), open.end()), open.end());
  for (Literal input : open)
    if (negative(input) && std::ranges::binary_search(open, !input)) return no();
  if (open.empty()) return yes();
  if (open.size() == 1) return open[0];
  if (open.size() == 2) return conjunction(open[0], open[1]);
  const Literal gate = solver_.fresh();
  for (Literal input : open) solver_.add({!gate, input});
  for (Literal& input : open) input = !input;
  open.push_back(gate);
  solver_.add(open);
  return gate;
}

Literal Circuit::any_of(std::span<const Literal> inputs) {
  std::vector<Literal> negated;
  for (Literal input : inputs) negated.push_back(!input);
  return !all_of(negated);
}

Literal Circuit::differ(Literal a, Literal b) {
  if (constant(a)) return a == yes() ? !b : b;
  if (constant(b)) return b == yes() ? !a : a;
  if (a == b) return no();
  if (a == !b) return yes();
  // The output changes with the sign of an input, so one gate serves all four.
  const bool flip = negative(a) != negative(b);
  if (negative(a)) a = !a;
  if (negative(b)) b = !b;
  if (b < a) std::swap(a, b);
  const auto [it, fresh] = differences_.try_emplace(key(a, b));
  if (fresh) {
    const Literal gate = solver_.fresh();
    solver_.add({!gate, a, b});
    solver_.add({!gate, !a, !b});
    solver_.add({gate, !a, b});
    solver_.add({gate, a, !b});
    it->second = gate;
  }
  return flip ? !it->second : it->second;
}

Literal Circuit::choose(Literal condition, Literal if_yes, Literal if_no) {
  if (condition == yes()) return if_yes;
  if (condition == no()) return if_no;
  if (if_yes == if_no) return if_yes;
  if (if_yes == !if_no) return differ(condition, if_no);
  if (if_yes == yes() || if_yes == condition) return any_of({condition, if_no});
  if (if_yes == no() || if_yes == !condition) return all_of({!condition, if_no});
  if (if_no == yes() || if_no == !condition) return any_of({!condition, if_yes});
  if (if_no == no() || if_no == condition) return all_of({condition, if_yes});
  const Literal gate = solver_.fresh();
  solver_.add({!condition, !if_yes, gate});
  solver_.add({!condition, if_yes, !gate});
  solver_.add({condition, !if_no, gate});
  solver_.add({condition, if_no, !gate});
  return gate;
}

Literal Circuit::majority(Literal a, Literal b, Literal c) {
  if (a == b) return a;
  if (a == !b) return c;
  return any_of({all_of({a, b}), all_of({c, any_of({a, b})})});
}

void Circuit::require_any_of(std::span<const Literal> inputs) {
  std::vector<Literal> open;
  for (Literal input : inputs) {
    if (input == yes()) return;
    if (input != no()) open.push_back(input);
  }
  solver_.add(open);
}

// Few are compared with each other. Many are first put together in groups of three, of which at most one has one: so
// clauses and new literals grow with the inputs and not with their square, and who is true still refutes the others
// directly (W. Klieber, G. Kwon, "Efficient CNF encoding for selecting 1 from n objects", CFV 2007).
void Circuit::require_at_most_one_of(std::span<const Literal> inputs) {
  constexpr std::size_t few = 6, together = 3;
  std::vector<Literal> open(inputs.begin(), inputs.end()), groups;
  std::erase(open, no());
  for (; open.size() > few; open = std::exchange(groups, {}))
    for (std::size_t k = 0; k < open.size(); k += together) {
      const auto group = std::span(open).subspan(k, std::min(together, open.size() - k));
      require_at_most_one_of(group);
      Literal commander = group[0];
      if (group.size() > 1) {
        commander = solver_.fresh();
        for (Literal one : group) solver_.add({!one, commander});
      }
      groups.push_back(commander);
    }
  for (std::size_t k = 0; k < open.size(); ++k)
    for (std::size_t j = 0; j < k; ++j) require_any_of({!open[j], !open[k]});
}

void Circuit::require_same(Literal a, Literal b) {
  if (a == b) return;
  require_any_of({!a, b});
  require_any_of({a, !b});
}

}  // namespace fermata::smt
