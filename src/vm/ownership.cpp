// SPDX-License-Identifier: Apache-2.0
#include "vm/ownership.h"

#include <algorithm>

#include "base/require.h"

namespace fermata::vm {

ObjectKey table_of(const Code& code) {
  ObjectKey found = 0;
  for (const ir::Function& function : code.program().functions)
    for (const ir::Block& block : function.blocks)
      for (const ir::Instruction& i : block.instructions) {
        if (i.op != ir::Op::intrinsic || i.which != ir::Intrinsic::owns) continue;
        FERMATA_REQUIRE(i.operands[1].kind == ir::Operand::Kind::global, "declarations are kept in a global variable");
        const ObjectKey key = code.layout().key[i.operands[1].index];
        FERMATA_REQUIRE(!found || found == key, "there is one table of declarations");
        found = key;
      }
  return found;
}

bool Ownership::declared(ObjectKey key, std::uint32_t offset, std::uint64_t size) const {
  return std::ranges::any_of(declarations,
                             [&](const Declaration& d) { return d.overlaps(address_of(key, offset), size); });
}

bool Ownership::guarded(ObjectKey key, std::uint32_t offset, std::uint64_t size) const {
  return std::ranges::any_of(guards, [&](const Access& a) {
    return a.object == key && offset < a.offset + a.size && a.offset < offset + size;
  });
}

const Declaration* Ownership::owned_by(std::uint32_t thread, Address byte) const {
  for (std::size_t k = 0; k < declarations.size(); ++k)
    if (holds[k] && declarations[k].thread == thread && declarations[k].covers(byte)) return &declarations[k];
  return nullptr;
}

const Declaration* Ownership::owned_by_other(std::uint32_t thread, Address byte) const {
  for (std::size_t k = 0; k < declarations.size(); ++k)
    if (holds[k] && declarations[k].thread != thread && declarations[k].covers(byte)) return &declarations[k];
  return nullptr;
}

}  // namespace fermata::vm
