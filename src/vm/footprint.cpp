// SPDX-License-Identifier: Apache-2.0
#include "vm/footprint.h"

#include <algorithm>
#include <bit>

namespace fermata::vm {

std::size_t FootprintStore::Hash::operator()(const Description& words) const {
  std::uint64_t h = words.size();
  for (std::uint64_t word : words) h = (std::rotl(h, 29) ^ word) * 0x9E37'79B9'7F4A'7C15;
  return h ^ h >> 32;
}

void FootprintStore::describe(const Footprint& f, Description& out) {
  out.clear();
  out.push_back(std::uint64_t{index(f.thread)} << 32 | f.operations().size() << 5 | std::uint64_t{f.publishes} << 4 |
                std::uint64_t{f.ownership_violation} << 3 | std::uint64_t{f.blocked} << 2 |
                std::uint64_t{f.ends_thread} << 1 | std::uint64_t{f.ends_detached});
  for (const Operation& o : f.operations()) {
    out.push_back(std::uint64_t{o.waits} | std::uint64_t{o.starts} << 1 | std::uint64_t{o.joins} << 2 |
                  std::uint64_t{o.sees_threads} << 3 | std::uint64_t{o.detaches} << 4 | std::uint64_t{o.alone} << 5 |
                  std::uint64_t{o.declares} << 6 | std::uint64_t{o.sees_ends} << 7);
    for (const auto* locks : {&o.held, &o.shared, &o.acquired, &o.released, &o.taken, &o.given, &o.observed}) {
      out.push_back(locks->size());
      out.insert(out.end(), locks->begin(), locks->end());
    }
    for (const auto* objects : {&o.fresh, &o.passed, &o.frees}) {
      out.push_back(objects->size());
      out.insert(out.end(), objects->begin(), objects->end());
    }
    for (const auto* waits : {&o.begins, &o.asks}) {
      out.push_back(waits->size());
      out.insert(out.end(), waits->begin(), waits->end());
    }
    for (const auto* accesses : {&o.accesses, &o.guards}) {
      out.push_back(accesses->size());
      for (const Access& a : *accesses) {
        out.push_back(std::uint64_t{a.object} << 32 | a.origin);
        out.push_back(std::uint64_t{a.offset} << 32 | a.size);
        out.push_back(std::uint64_t{a.owned} << 3 | std::uint64_t{a.settled} << 2 | std::uint64_t{a.declares} << 1 |
                      std::uint64_t{a.write});
        out.push_back(std::uint64_t{a.at} << 2 | static_cast<std::uint64_t>(a.sort));
      }
    }
  }
}

Footprint::Footprint(const Footprint& other)
    : id(other.id),
      thread(other.thread),
      blocked(other.blocked),
      ends_thread(other.ends_thread),
      ends_detached(other.ends_detached),
      publishes(other.publishes),
      ownership_violation(other.ownership_violation),
      operations_(other.operations().begin(), other.operations().end()),
      used_(other.used_) {}

void Footprint::leave_out_repetition() {
  if (used_ <= few) return;
  for (; looked_at_ < used_; ++looked_at_) {
    const Operation& operation = operations_[looked_at_];
    std::uint64_t hash = 0;
    auto mix = [&](std::uint64_t word) { hash = (std::rotl(hash, 29) ^ word) * 0x9E37'79B9'7F4A'7C15; };
    for (const Access& a : operation.accesses)
      mix(std::uint64_t{a.object} << 32 | a.offset), mix(std::uint64_t{a.size} << 1 | std::uint64_t{a.write});
    for (const auto* locks : {&operation.held, &operation.acquired, &operation.released})
      for (Address lock : *locks) mix(lock);
    const auto [first, last] = numbers_.equal_range(hash);
    const bool known =
        std::any_of(first, last, [&](const auto& entry) { return operations_[entry.second] == operation; });
    if (known && looked_at_ + 1 == used_) {
      --used_;
      return;
    }
    if (!known) numbers_.emplace(hash, static_cast<std::uint32_t>(looked_at_));
  }
}

const Footprint* FootprintStore::intern(const Footprint& footprint) {
  describe(footprint, description_);
  if (const auto it = known_.find(description_); it != known_.end()) return it->second;
  const std::lock_guard lock(shared_->mutex);
  const auto [it, fresh] = shared_->all.try_emplace(description_, footprint);
  if (fresh) {
    it->second.id = static_cast<std::uint32_t>(shared_->all.size() - 1);
    shared_->bytes += 2 * description_.size() * sizeof(std::uint64_t) + sizeof(Footprint) + 64;
  }
  known_.emplace(description_, &it->second);
  return &it->second;
}

}  // namespace fermata::vm
