// SPDX-License-Identifier: Apache-2.0
// What do the global variables hold when the program begins? Boogie says: anything. Most programs assign them first, or
// begin with assumptions such as `x == 0` and `forall i: int :: m[i] == 0`; then nothing has to be tried.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/error.h"
#include "frontend/boogie/constants.h"
#include "frontend/boogie/syntax.h"

namespace fermata::frontend::boogie {

/// The elements of a map in a row; a variable that is no map has one.
struct Dimension {
  std::int64_t first = 0;
  std::uint64_t count = 1;
};
struct Shape {
  Type element;
  std::vector<Dimension> dimensions;  ///< of its indexes, those of maps in maps behind one another
  std::uint64_t count = 1;            ///< of elements
};

/// An index of int has the values of {:index first, last}, a pair for each; without it, 0 to 31.
Result<Shape> shape_of(const Program& program, const Constants& constants, const Variable& variable,
                       std::string_view file);

/// Which element m[i][j, k] is, if the indexes are known and there is one. `variable` is told in any case, if it is one
/// of a variable.
struct Element {
  const Variable* variable = nullptr;
  std::vector<const Expression*> indexes;
};
Element element_of(const Expression& e);

class Initial {
 public:
  Initial(const Program& program, const Constants& constants, const std::map<const Variable*, Shape>& shapes);

  /// Known, by assumptions at the beginning.
  std::optional<std::int64_t> value(const Variable& variable, std::uint64_t element = 0) const;
  /// Is it assigned before anything can look at it?
  bool assigned_first(const Variable& variable, std::uint64_t element = 0) const;
  /// Says no more than what `value` does, of every element there is.
  bool used_up(const Expression& assumption) const { return used_up_.contains(&assumption); }
  /// What is assumed before anything else happens.
  const std::vector<const Expression*>& assumptions() const { return assumptions_; }

 private:
  using Cell = std::pair<const Variable*, std::uint64_t>;
  void walk(const Procedure& procedure, unsigned depth);
  void learn(const Expression& e, const Values& bound);
  void equation(const Expression& e, std::int64_t value, const Values& bound);
  void read(const Expression& e);
  void rely(const Expression& assumption);
  void write(const Expression& target);
  std::optional<Cell> cell(const Expression& e, const Values& bound) const;

  const Program& program_;
  const Constants& constants_;
  const std::map<const Variable*, Shape>& shapes_;
  std::map<Cell, std::int64_t> known_;
  std::set<Cell> assigned_;
  std::set<const Variable*> looked_at_;  ///< before all of it was assigned
  std::set<const Expression*> used_up_;
  std::vector<const Expression*> assumptions_;
  std::uint64_t learned_ = 0, walked_ = 0;
  bool once_ = false;  ///< what is walked now happens only once
  bool only_assumptions_ = true;
  bool over_ = false;  ///< what comes now may be left out, or done beside others
};

}  // namespace fermata::frontend::boogie
