// SPDX-License-Identifier: Apache-2.0
// The locations of one round: when is a thread at the same place again?
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/code_facts.h"
#include "model/facts.h"
#include "model/objects.h"
#include "model/path.h"
#include "model/thread_system.h"

namespace fermata::model {

class Locations {
 public:
  Locations(const ir::Program& program, CodeFacts& code, const Objects& objects, Facts& facts, Terms& terms)
      : program_(program), code_(code), objects_(objects), facts_(facts), terms_(terms) {}

  struct Arrival {
    LocationId location{};
    bool fresh = false;
  };
  /// Where the thread rests. What it keeps there in variables is added to `update`, and stands in `rest` as those
  /// variables. If there are too many locations, `rest` becomes a refused one.
  Arrival arrive(Rest& rest, std::map<VariableId, TermId>& update);

  /// There are too many: fewer numbers are told apart at the stacks of calls that most edges leave from. This is news
  /// for Facts, so there will be another round, and the present one need not be finished.
  void merge_most();

  std::vector<Location> take() { return std::move(all_); }
  Location& operator[](LocationId id) { return all_[index(id)]; }
  std::size_t size() const { return all_.size(); }

 private:
  using Key = std::vector<std::uint64_t>;
  using Name = std::function<std::string()>;
  void keep(Key& key, const Facts::Slot& slot, const Name& name, TermId& value, std::size_t most_known,
            Location& location, std::map<VariableId, TermId>& update);

  std::optional<std::uint64_t> base_of(TermId term) const;

  const ir::Program& program_;
  CodeFacts& code_;
  const Objects& objects_;
  Facts& facts_;
  Terms& terms_;
  Arrival refuse(Rest& rest);
  std::uint32_t stack_number(ThreadId thread, const std::vector<Place>& stack);

  std::vector<Location> all_;
  std::map<Key, LocationId> numbers_;
};

}  // namespace fermata::model
