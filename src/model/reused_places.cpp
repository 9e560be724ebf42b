// SPDX-License-Identifier: Apache-2.0
#include "model/reused_places.h"

namespace fermata::model {

void ReusedPlaces::compared(const PointsInto& a, const PointsInto& b, ir::PositionId at) {
  // Null, a number, or an object that stays.
  if ((a.all && a.objects.empty()) || (b.all && b.objects.empty())) return;
  if (a.objects.empty() && b.objects.empty()) unknown_ = at;
  const auto note = [&](const PointsInto& one, const PointsInto& other) {
    for (ObjectId object : one.objects) {
      const bool itself = !other.all || other.objects.contains(object);
      if (itself) with_itself_.try_emplace(object, at);
      if (!other.all || other.objects.size() > (itself ? 1 : 0)) with_others_.try_emplace(object, at);
    }
  };
  note(a, b);
  note(b, a);
}

std::optional<ir::PositionId> ReusedPlaces::matter(const Facts& facts) const {
  if (unknown_ && !gone_.empty()) return unknown_;
  for (const auto& [object, at] : with_others_)
    if (gone_.contains(object) || freed_by_others(facts, object)) return at;
  for (const auto& [object, at] : with_itself_)
    if (freed_by_others(facts, object)) return at;
  return std::nullopt;
}

}  // namespace fermata::model
