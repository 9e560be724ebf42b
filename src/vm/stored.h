// SPDX-License-Identifier: Apache-2.0
// What the states of a machine are stored in, under names of this room.
#pragma once

#include "store/components.h"
#include "store/decision_tree.h"
#include "store/memo_table.h"

namespace fermata::vm {

using store::Component;
using store::ComponentStore;
using store::DecisionTree;
using store::MemoTable;
using store::Part;
using store::Word;

}  // namespace fermata::vm
