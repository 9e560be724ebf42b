// SPDX-License-Identifier: Apache-2.0
// The graph that the algorithms of this room are about, as it is stored.
#pragma once

#include "store/edge_lists.h"

namespace fermata::search {

using store::EdgeLists;
using store::leads_beyond;
using store::leads_to_end;
using store::leads_to_failure;
using store::Predecessors;
using store::State;
using store::TargetList;

}  // namespace fermata::search
