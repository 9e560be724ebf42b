// SPDX-License-Identifier: Apache-2.0
// What the procedures of one program share while they are lowered.
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.h"
#include "frontend/boogie/constants.h"
#include "frontend/boogie/initial.h"
#include "frontend/boogie/lower.h"
#include "frontend/boogie/syntax.h"
#include "ir/program.h"

namespace fermata::frontend::boogie {

/// Where a procedure is called: it is lowered anew for each. `alone`: no other thread has been started. `atomic`: in an
/// atomic block.
struct Where {
  bool alone = false, atomic = false;
  auto operator<=>(const Where&) const = default;
};

/// A global variable in memory: its elements in a row.
struct Storage {
  ir::GlobalId memory{};
  Shape shape;
  std::uint32_t bytes = 1;               ///< of an element
  std::optional<ir::GlobalId> assigned;  ///< a byte for each element: has it a value yet?
};

class Lowering {
 public:
  Lowering(const Program& source, std::string_view file);
  Result<Lowered> run();

  const Program& source() const { return source_; }
  const Constants& constants() const { return constants_; }
  const Initial& initial() const { return *initial_; }
  const Storage* storage(const Variable& variable) const;
  bool may_start_threads(const Procedure& p) const { return starters_.contains(&p); }
  /// Does a value of it depend on variables?
  bool reads_memory(const Function& f) const { return readers_.contains(&f); }
  /// On variables that others may assign?
  bool reads_shared(const Function& f) const { return shared_readers_.contains(&f); }
  /// Can a call of it come to a call of a procedure that is called already? Such a one is told how deep it is in calls.
  bool counts_calls(const Procedure& p) const { return recursive_.contains(&p); }
  bool asks_for_ids() const { return asks_for_ids_; }
  std::string_view file() const { return file_; }

  ir::FunctionId function(const Procedure& p, Where where);
  /// A function that takes the address of the arguments and runs `p` as a thread.
  ir::FunctionId thread(const Procedure& p);
  ir::PositionId position(Place at, const Procedure* p);
  ir::Operand text(std::string_view text);

  /// One more expression is lowered in a function or quantifier. These multiply; too many are refused.
  void count(Place at);
  /// It was taken for granted that the values of this type are its unique constants.
  void has_no_other_values(const Type& type);
  void refuse(Place at, std::string what, std::string hint = "");
  void fail(Error error);
  bool failed() const { return error_.has_value(); }
  ir::Program& out() { return out_; }

 private:
  void look_through();
  std::set<const Function*> functions_that_read(const std::function<bool(const Variable&)>& wanted) const;
  void place_globals();
  void write_start();
  void look_at_inputs();
  ir::LayoutId layout(const Shape& shape, std::uint32_t bytes);
  ir::FunctionId add_function(std::string name, std::string shown);

  const Program& source_;
  std::string_view file_;
  Constants constants_;
  std::map<const Variable*, Shape> shapes_;
  std::optional<Initial> initial_;
  std::map<const Variable*, Storage> storage_;
  std::set<const Procedure*> starters_;
  std::set<const Procedure*> recursive_;  ///< and who calls them
  std::set<const Function*> readers_, shared_readers_;
  std::set<const Variable*> read_;
  std::vector<const Variable*> begin_with_any_;
  bool asks_for_ids_ = false;
  std::uint64_t expressions_ = 0;
  std::map<std::pair<const Procedure*, Where>, ir::FunctionId> functions_;
  std::map<const Procedure*, ir::FunctionId> threads_;
  std::deque<std::pair<const Procedure*, Where>> to_do_;
  std::map<std::tuple<const Procedure*, std::uint32_t, std::uint32_t>, ir::PositionId> positions_;
  std::map<std::string, ir::Operand, std::less<>> texts_;
  std::vector<std::string> assumptions_;
  std::optional<Error> error_;
  ir::Program out_;
};

/// May another thread assign it?
inline bool is_shared(const Variable& v) { return v.role == Variable::Role::global && !v.thread_local_; }

ir::Type ir_type(const Type& type);
std::uint32_t bytes_of(const Type& type);

}  // namespace fermata::frontend::boogie
