// SPDX-License-Identifier: Apache-2.0
// Can a program tell that the place of an object that is gone was used again?
//
// Here an object has its address for ever; in the machine the next one may have it. Only who compares addresses sees
// the difference.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "ir/program.h"
#include "model/facts.h"
#include "model/objects.h"

namespace fermata::model {

class ReusedPlaces {
 public:
  explicit ReusedPlaces(const Objects& objects) : objects_(objects) {}

  /// Where an address may point to, of objects that come and go; `all` is false if it may also be somewhere else.
  struct PointsInto {
    std::set<ObjectId> objects;
    bool all = true;
  };
  void compared(const PointsInto& a, const PointsInto& b, ir::PositionId at);
  /// An object has gone.
  void gone(ObjectId object) { gone_.insert(object); }
  /// Does it come and go, so that its place may be used again?
  bool comes_and_goes(ObjectId object) const {
    const auto kind = objects_[object].kind;
    return kind == ObjectName::Kind::heap || kind == ObjectName::Kind::stack;
  }

  /// A place where addresses are compared of which one may be that of an object that is gone, or of one whose place who
  /// has freed it may use again; nothing: there is none.
  std::optional<ir::PositionId> matter(const Facts& facts) const;

 private:
  bool freed_by_others(const Facts& facts, ObjectId object) const {
    return objects_[object].kind == ObjectName::Kind::heap &&
           facts.does_wander(objects_[object].thread, objects_[object].block);
  }

  const Objects& objects_;
  std::set<ObjectId> gone_;
  std::map<ObjectId, ir::PositionId> with_others_, with_itself_;  // compared so
  std::optional<ir::PositionId> unknown_;                         // two addresses of which nothing is known
};

}  // namespace fermata::model
