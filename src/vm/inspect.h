// SPDX-License-Identifier: Apache-2.0
// What a state consists of, in the user's words: for reports, and for whoever compares states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/thread_id.h"
#include "ir/program.h"
#include "vm/address.h"
#include "vm/machine.h"
#include "vm/stored.h"

namespace fermata::vm {

/// Where in the user's code `thread` stands; and the function around it.
ir::SourcePosition position(const Machine& machine, std::span<const Word> state, ThreadId thread);
/// The same for every frame that is in the user's code, innermost first.
std::vector<ir::SourcePosition> positions(const Machine& machine, std::span<const Word> state, ThreadId thread);

/// The user's name of what is at `address`: "queue.mutex_", "slots[2]".
std::string name(Machine& machine, std::span<const Word> state, Address address);
/// The same for an object of an Access, in whatever state.
std::string name(const Machine& machine, ObjectKey object, std::uint32_t origin, std::uint32_t offset);

/// A part of a state that is stored as one. Equal numbers mean equal content, in all states of a machine.
struct Piece {
  bool is_thread = false;   ///< what a thread is about to do: its frames with their live registers, and its sections
  std::uint32_t which = 0;  ///< the thread's number, or the object's key
  Word content = 0;
};
/// The word of a state that says of a thread what its piece does. Of words, too, equal ones mean equal content; all
/// others of them are objects, or pieces of other threads.
std::size_t record_word(const Machine& machine, ThreadId thread);
/// All that a state is made of: threads and objects.
void pieces(const Machine& machine, std::span<const Word> state, std::vector<Piece>& out);
/// Of an object that is a piece: how many bytes it has, and one of them.
std::uint32_t size_of(const Machine& machine, const Piece& object);
std::uint8_t byte_of(const Machine& machine, const Piece& object, std::uint32_t offset);
/// The bytes, of those that both objects have, in which they differ; ascending, until `visit` says false.
void each_difference(const Machine& machine, const Piece& one, const Piece& other,
                     const std::function<bool(std::uint32_t offset)>& visit);
/// Is it the program's, and may others than its owner see it? The runtime's own are the variables called
/// __fermata_...
bool is_shared_data(const Machine& machine, const Piece& object);

}  // namespace fermata::vm
