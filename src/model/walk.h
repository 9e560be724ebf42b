// SPDX-License-Identifier: Apache-2.0
// One thread, from a location to all places where it can come to rest next.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/semantics.h"
#include "base/stop.h"
#include "ir/program.h"
#include "model/code_facts.h"
#include "model/facts.h"
#include "model/objects.h"
#include "model/path.h"
#include "model/reused_places.h"
#include "model/terms.h"

namespace fermata::model {

/// What is in shared objects when the start of main is over.
using Snapshot = std::map<ObjectId, Cells>;

class Walk {
 public:
  /// `open_inputs`: as in Options.
  Walk(const ir::Program& program, const Semantics& semantics, bool open_inputs, CodeFacts& code, Objects& objects,
       Terms& terms, Facts& facts, const Stop& stop);

  /// All paths from here through one visible operation and the private work after it. Those that a guard makes
  /// impossible are left out, and so are those that contradict what is believed so far; then Facts has news. Throws
  /// LimitReached.
  std::vector<Path> from(Path start);
  /// The same for main while it is alone: nothing is visible; a path ends before the first thread is started, or where
  /// main would have to wait.
  std::vector<Path> alone(Path start);

  Path enter(ThreadId thread, ir::FunctionId function, std::optional<TermId> argument);
  ir::PositionId position(const ThreadPart& part) const;

  Snapshot snapshot;

  const ReusedPlaces& reused_places() const { return places_; }
  /// Where a thread accesses a thread-local variable of another one, which may have ended; that is not seen.
  std::optional<ir::PositionId> lent_thread_local() const { return lent_thread_local_; }

  // Questions about a path's guard (constraints.cpp).
  /// All values that the term can have here, ascending; nothing: too many, or not known.
  std::optional<std::vector<std::uint64_t>> values(const EdgePart& edge, TermId term);
  /// The term, or the number that it must be here.
  TermId resolved(const EdgePart& edge, TermId term);

 private:
  static constexpr std::uint32_t most_threads = 1023;          // as many as the machine has
  static constexpr std::uint32_t handed_over_slot = 1u << 31;  // none that an allocation gets

  // --- constraints.cpp
  std::optional<bool> decide(const EdgePart& edge, TermId condition);
  bool assume(EdgePart& edge, TermId condition);
  const std::vector<std::uint64_t>* candidates(const EdgePart& edge, VariableId variable) const;
  template <class Visit>
  bool each_valuation(const EdgePart& edge, TermId term, std::size_t most, const Visit& visit);
  std::optional<std::vector<std::uint64_t>> shape_values(const EdgePart& edge, TermId term);
  bool may_be_address(const EdgePart& edge, TermId term);
  ReusedPlaces::PointsInto points_into(const EdgePart& edge, TermId term);
  void note_comparison(const Path& path, TermId a, TermId b);

  // --- walk.cpp. A function that returns false has ended the path or put its forks on the stack.
  std::vector<Path> all(Path start);
  void follow(Path path);
  bool step(Path& path);
  bool arithmetic(Path& path, const ir::Instruction& i);
  bool jump(Path& path, ir::BlockId target);
  bool branch(Path& path, const ir::Instruction& i);
  bool call(Path& path, const ir::Instruction& i);
  bool do_return(Path& path, const ir::Instruction& i);
  bool divides(Path& path, const ir::Instruction& i);

  Frame& top(Path& path) { return path.me.frames.back(); }
  const ir::Instruction& instruction(const Frame& frame) const {
    return program_[frame.function].blocks[frame.block].instructions[frame.instruction];
  }
  TermId value(Path& path, const ir::Operand& operand, unsigned width);
  TermId value(Path& path, const ir::Instruction& i, std::size_t k);
  void give(Path& path, const ir::Instruction& i, std::size_t k, TermId value);
  bool done(Path& path) {
    ++top(path).instruction;
    return true;
  }
  /// The number, if it is known; else forks over its values, each of which tries the instruction again.
  std::optional<std::uint64_t> need(Path& path, TermId term);
  std::optional<std::uint64_t> need_address(Path& path, TermId term, std::uint64_t size);
  /// One path for each of these values of the term.
  void split(Path& path, TermId term, const std::vector<std::uint64_t>& values);
  bool end(Path& path, Location::Kind kind, std::string what = {});
  bool refuse(Path& path, std::string what) { return end(path, Location::Kind::refused, std::move(what)); }
  bool fail(Path& path, std::string what);
  /// Before a visible operation: true if the path ends here.
  bool stops(Path& path);

  // --- accesses.cpp
  struct Target {
    ObjectId object{};
    std::uint64_t offset = 0;
    bool shared = false;
  };
  bool shared(ObjectId object) const;
  bool constant(ObjectId object) const;
  Cells::First first_of(ObjectId object);
  std::optional<std::uint64_t> size_of(const Path& path, ObjectId object);
  /// Where an access of `size` bytes goes; nothing: the path has ended or forked.
  std::optional<Target> reach(Path& path, TermId address, std::uint64_t size, bool write);
  bool exists(Path& path, ObjectId object);
  TermId whether_alive(Path& path, ObjectId object);
  /// Does anybody write these bytes?
  bool changes(ObjectId object, std::uint64_t offset, std::uint64_t size) const;
  bool is_visible(const Target& target, std::uint64_t size, bool write) const;
  bool alone_again(const Path& path) const;
  bool is_seen(const Path& path, const Target& target, std::uint64_t size, bool write);
  bool is_life_seen(const Path& path, ObjectId object);
  TermId read(Path& path, const Target& target, unsigned size);
  bool write(Path& path, const Target& target, unsigned size, TermId value);
  TermId read_shared(Path& path, ObjectId object, std::uint64_t offset, unsigned size);
  bool write_shared(Path& path, ObjectId object, std::uint64_t offset, unsigned size, TermId value);
  Cells& private_cells(Path& path, ObjectId object);
  void publish(Path& path, TermId value);
  void publish(std::uint64_t value);
  unsigned piece(const Path& path, const Target& target, unsigned most) const;
  bool load(Path& path, const ir::Instruction& i);
  bool store(Path& path, const ir::Instruction& i);
  bool read_modify_write(Path& path, const ir::Instruction& i);
  bool compare_exchange(Path& path, const ir::Instruction& i);
  bool copy_bytes(Path& path, const ir::Instruction& i);
  bool fill_bytes(Path& path, const ir::Instruction& i);
  // --- lifetimes.cpp
  bool make_local(Path& path, const ir::Instruction& i);
  bool begin_lifetime(Path& path, const ir::Instruction& i);
  bool end_lifetime(Path& path, const ir::Instruction& i);
  /// The objects from the given one on are gone.
  bool leave_locals(Path& path, std::size_t from);
  void drop_locals(Path& path, std::size_t from);
  void vanish(Path& path, ObjectId object);
  bool make(Path& path, ObjectId object, std::uint64_t size);
  bool allocate(Path& path, const ir::Instruction& i);
  void wanderer(ObjectId object);
  bool release(Path& path, const ir::Instruction& i);
  bool object_size(Path& path, const ir::Instruction& i);

  // --- unwinding.cpp
  const ir::Block* landing_of(const Path& path, std::uint64_t caller) const;
  bool ends_the_program(const ir::Function& function, const ir::Block* landing) const;
  bool clause(Path& path, const ir::Instruction& i);
  bool unwind(Path& path, const ir::Instruction& i);

  // --- intrinsics.cpp
  bool intrinsic(Path& path, const ir::Instruction& i);
  bool block_until(Path& path, TermId condition);
  bool choose(Path& path, const ir::Instruction& i);
  bool shows(const Path& path) const;
  bool input(Path& path, const ir::Instruction& i);
  bool spawn(Path& path, const ir::Instruction& i);
  bool thread_exit(Path& path, TermId value);
  bool reap(Path& path, const ir::Instruction& i);
  bool detach(Path& path, const ir::Instruction& i);
  bool begin_section(Path& path, const ir::Instruction& i);
  bool end_section(Path& path, const ir::Instruction& i);
  bool next_in_section(Path& path, const ir::Instruction& i);
  bool sleep_on(Path& path, const ir::Instruction& i);
  bool choose_sleeper(Path& path, const ir::Instruction& i);
  bool wake_all(Path& path, const ir::Instruction& i);
  Target sleep_of(ThreadId thread);
  /// Of each thread whether it sleeps there.
  std::vector<TermId> sleepers(Path& path, std::uint64_t object);
  TermId count(const std::vector<TermId>& truths);
  Target section(ThreadId thread, std::uint64_t kind, std::uint64_t object);
  ObjectId thread_object(ThreadId thread);
  std::string text_at(std::uint64_t address);

  const ir::Program& program_;
  Semantics semantics_;
  CodeFacts& code_;
  Objects& objects_;
  Terms& terms_;
  Facts& facts_;
  ReusedPlaces places_{objects_};
  std::optional<ir::PositionId> lent_thread_local_;
  const Stop& stop_;
  bool sees_ends_, reads_clock_, open_inputs_;
  bool alone_ = false;
  std::vector<Path> stack_, results_;
};

}  // namespace fermata::model
