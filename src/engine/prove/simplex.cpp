// SPDX-License-Identifier: Apache-2.0
// The simplex method, first phase.
//
//   G. Dantzig, "Linear programming and extensions", 1963
//   R. Bland, "New finite pivoting rules for the simplex method", Math. of Operations Research 1977
//
// Where we differ: rows are whole numbers. A row may be multiplied by any positive number, so a pivot needs no
// division; each row is divided by the greatest common divisor of its numbers afterwards. Artificial variables are not
// stored, since they never enter the basis again.
#include "engine/prove/simplex.h"

#include <limits>

namespace fermata::engine::prove {

namespace {

constexpr std::size_t artificial = std::numeric_limits<std::size_t>::max();

Wide gcd(Wide a, Wide b) {
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

void divide(Equation& row) {
  Wide common = row.value;
  for (Wide factor : row.factors) {
    if (common == 1 || common == -1) return;
    if (factor != 0) common = gcd(common, factor);
  }
  if (common < 0) common = -common;
  if (common <= 1) return;
  for (Wide& factor : row.factors) factor /= common;
  row.value /= common;
}

/// Makes the factor of `column` zero in `row`.
void eliminate(Equation& row, const Equation& pivot, std::size_t column) {
  const Wide mine = row.factors[column], theirs = pivot.factors[column];
  if (mine == 0) return;
  for (std::size_t j = 0; j < row.factors.size(); ++j)
    if (row.factors[j] != 0 || pivot.factors[j] != 0)
      row.factors[j] = plus(times(row.factors[j], theirs), -times(pivot.factors[j], mine));
  row.value = plus(times(row.value, theirs), -times(pivot.value, mine));
  divide(row);
}

}  // namespace

std::optional<std::vector<Wide>> nonnegative_solution(std::vector<Equation> rows, std::size_t unknowns) {
  Equation objective{std::vector<Wide>(unknowns, 0), 0};  // what the artificial variables are together
  for (Equation& row : rows) {
    if (row.value < 0) {
      for (Wide& factor : row.factors) factor = -factor;
      row.value = -row.value;
    }
    divide(row);
    for (std::size_t j = 0; j < unknowns; ++j) objective.factors[j] = plus(objective.factors[j], row.factors[j]);
    objective.value = plus(objective.value, row.value);
  }
  std::vector<std::size_t> basis(rows.size(), artificial);
  while (objective.value != 0) {
    std::size_t column = 0;
    while (column < unknowns && objective.factors[column] <= 0) ++column;
    if (column == unknowns) return std::nullopt;
    std::size_t best = rows.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].factors[column] <= 0) continue;
      if (best == rows.size()) {
        best = i;
        continue;
      }
      const Wide left = times(rows[i].value, rows[best].factors[column]);
      const Wide right = times(rows[best].value, rows[i].factors[column]);
      if (left < right || (left == right && basis[i] < basis[best])) best = i;
    }
    if (best == rows.size()) throw Overflow();  // the objective is bounded, so this cannot be
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (i != best) eliminate(rows[i], rows[best], column);
    eliminate(objective, rows[best], column);
    basis[best] = column;
  }
  Wide denominator = 1;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (basis[i] != artificial) {
      const Wide own = rows[i].factors[basis[i]];
      denominator = times(denominator, own / gcd(denominator, own));
    }
  std::vector<Wide> solution(unknowns + 1, 0);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (basis[i] != artificial) solution[basis[i]] = times(rows[i].value, denominator / rows[i].factors[basis[i]]);
  solution[unknowns] = denominator;
  return solution;
}

}  // namespace fermata::engine::prove
