// SPDX-License-Identifier: Apache-2.0
// What the steps of a transaction touch.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "store/spin_wait.h"
#include "vm/footprint.h"

namespace fermata::reduce {

/// Of steps, ascending by id, each once. Equal sets are one.
using FootprintSet = std::vector<const vm::Footprint*>;

/// Does the step begin with an access that may race with others?
bool accesses(const vm::Footprint& footprint);

/// Stores each set once, and never frees it. Copies share what is stored; each thread uses a copy of its own.
class FootprintSets {
 public:
  /// Null if it is empty. Sorts `set`.
  const FootprintSet* intern(FootprintSet& set);

 private:
  struct Hash {
    std::size_t operator()(const FootprintSet& set) const;
  };
  struct Shared {
    store::BriefMutex mutex;
    std::unordered_map<FootprintSet, char, Hash> all;
  };
  std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
  std::unordered_map<FootprintSet, const FootprintSet*, Hash> known_;  ///< to this copy: found without a lock
  std::vector<const FootprintSet*> single_;                            ///< those of one footprint, by its id
};

}  // namespace fermata::reduce
