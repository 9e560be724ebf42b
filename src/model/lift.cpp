// SPDX-License-Identifier: Apache-2.0
// The lift: all threads are walked together, round after round, until nothing new is found.
//
// A round begins with main alone, which sees all memory as its own, up to the first thread that it starts. What is then
// in memory is the snapshot. From there on a worklist of locations is walked; each path is an edge. Value sets, shared
// objects and cells (Facts) are kept from round to round; locations and edges are made anew. The result is that of the
// last round, in which nothing was added: so every belief that it used was true of all its edges.
//
//   N. Jones, C. Gomard, P. Sestoft, "Partial evaluation and automatic program generation", 1993
//   A. Miné, "Static analysis of run-time errors in embedded critical parallel C programs", ESOP 2011 (threads walked
//   one by
//     one with what the others were seen to write, until that is stable)
#include "model/lift.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "model/code_facts.h"
#include "model/facts.h"
#include "model/locations.h"
#include "model/objects.h"
#include "model/path.h"
#include "model/readings.h"
#include "model/thread_modular.h"
#include "model/tidy.h"
#include "model/walk.h"

namespace fermata::model {

namespace {

/// Of the whole process.
bool is_end(Location::Kind kind) {
  return kind != Location::Kind::visible && kind != Location::Kind::silent && kind != Location::Kind::ended;
}

class Lift {
 public:
  Lift(const ir::Program& program, const Options& options, const Stop& stop)
      : program_(program),
        options_(options),
        stop_(stop),
        code_(program),
        objects_(program),
        facts_(objects_, terms_),
        walk_(program, options.semantics, options.open_inputs, code_, objects_, terms_, facts_, stop) {}

  Attempt<ThreadSystem> run() {
    std::uint32_t rounds = 0;
    try {
      do {
        if (++rounds > options_.most_rounds)
          return std::unexpected(Stopped{fmt::format("the lift did not settle in {} rounds", options_.most_rounds)});
        facts_.take_news();
        round();
        if (edges_.size() > options_.most_edges)
          return std::unexpected(Stopped{fmt::format("the automata have more than {} edges", options_.most_edges)});
      } while (facts_.take_news());
      return finished(rounds);
    } catch (const LimitReached& limit) {
      return std::unexpected(Stopped{limit.what()});
    }
  }

 private:
  struct Work {
    LocationId location{};
    ThreadPart part;
    bool silent = false;
  };

  void round() {
    facts_.begin_round();
    edges_.clear();
    work_.clear();
    names_.clear();
    locations_.emplace(program_, code_, objects_, facts_, terms_);
    start();
    while (!work_.empty() && edges_.size() <= options_.most_edges && !facts_.outdated()) {
      Work next = std::move(work_.front());
      work_.pop_front();
      Path path;
      path.me = std::move(next.part);
      path.moved = next.silent;
      path.edge.at = walk_.position(path.me);
      for (Path& one : walk_.from(std::move(path))) add(next.location, one);
      if (edges_.size() > options_.large) {
        if (!facts_.tell_fewer_heaps_apart()) locations_->merge_most();
        return;
      }
    }
  }

  /// Main alone, up to the first thread.
  void start() {
    walk_.snapshot.clear();
    std::vector<Path> paths = walk_.alone(walk_.enter(main_thread, program_.entry, std::nullopt));
    take_snapshot(paths);
    Rest before{.part = walk_.enter(main_thread, program_.entry, std::nullopt).me,
                .kind = Location::Kind::visible,
                .what = {},
                .at = {}};
    const auto goes_on = [](const Rest& rest) {
      return rest.kind == Location::Kind::visible || rest.kind == Location::Kind::silent;
    };
    if (paths.size() == 1 && paths[0].edge.guard.empty() && paths[0].edge.choices.empty() &&
        goes_on(paths[0].done[0])) {
      // Nothing is open: the automata begin where the start ends.
      std::map<VariableId, TermId> update;
      start_ = arrive(paths[0].done[0], update);
      for (const auto& [variable, value] : update) note(paths[0].edge, variable, value);
      initial_ = std::move(update);
      return;
    }
    initial_.clear();
    std::map<VariableId, TermId> none;
    start_ = locations_->arrive(before, none).location;
    for (Path& path : paths) add(start_, path);
  }

  /// What is in shared memory when the start is over. Where paths differ, cells are set on their edges.
  void take_snapshot(std::vector<Path>& paths) {
    std::set<ObjectId> all;
    for (Path& path : paths)
      for (auto& [object, content] : path.done[0].part.memory) all.insert(object);
    // Whatever can be reached from a variable that all threads know is known to all threads.
    std::vector<std::uint64_t> reachable;
    const auto look_into = [&](ObjectId object) {
      for (Path& path : paths) {
        const auto& memory = path.done[0].part.memory;
        const auto found = memory.find(object);
        if (found == memory.end() || !found->second.cells) continue;
        for (const auto& [offset, cell] : found->second.cells->all())
          if (const auto value = terms_.known(cell.value)) reachable.push_back(*value);
      }
    };
    const auto is_global = [&](ObjectId object) {
      const auto kind = objects_[object].kind;
      return kind == ObjectName::Kind::global || kind == ObjectName::Kind::thread || kind == ObjectName::Kind::section;
    };
    for (ObjectId object : all)
      if (is_global(object) || facts_.shared(object)) look_into(object);
    while (!reachable.empty()) {
      const auto target = objects_.object_at(reachable.back());
      reachable.pop_back();
      if (!target || is_global(target->object) || facts_.shared(target->object) || !all.contains(target->object))
        continue;
      facts_.share(target->object);
      look_into(target->object);
    }
    for (ObjectId object : all)
      if (is_global(object) || facts_.shared(object)) take_snapshot(paths, object);
  }

  void take_snapshot(std::vector<Path>& paths, ObjectId object) {
    const auto first = [&](std::uint64_t offset, unsigned size) { return objects_.first_value(object, offset, size); };
    bool begun = false;
    for (Path& path : paths) {
      auto& memory = path.done[0].part.memory;
      const auto found = memory.find(object);
      if (found == memory.end() && objects_[object].kind != ObjectName::Kind::global) continue;
      Cells mine;
      if (found != memory.end()) {
        if (!objects_.fixed_size(object)) facts_.sized(object, found->second.size);
        if (found->second.cells) mine = *found->second.cells;
        memory.erase(found);
      }
      if (!begun) {
        walk_.snapshot[object] = mine;
        begun = true;
        if (depends_on_input(mine)) set_on_edge(path, object, mine);
        continue;
      }
      const auto snapshot_first = [&](std::uint64_t offset, unsigned size) {
        return terms_.known(walk_.snapshot[object].read(terms_, offset, size, first)).value_or(0);
      };
      const Cells& theirs = walk_.snapshot[object];
      for (const Cells* cells : {&std::as_const(mine), &theirs})
        for (const auto& [offset, cell] : cells->all())
          if (mine.read(terms_, offset, cell.size, first) != theirs.read(terms_, offset, cell.size, first))
            facts_.cover(object, offset, cell.size, snapshot_first);
      for (const auto& [offset, cell] : facts_.cells(object))
        path.edge.update[cell.variable] = mine.read(terms_, offset, cell.size, first);
    }
  }

  bool depends_on_input(const Cells& cells) const {
    return std::ranges::any_of(cells.all(), [&](const auto& cell) { return !terms_.known(cell.second.value); });
  }

  /// What an input of the start has become is in variables, never in the snapshot.
  void set_on_edge(Path& path, ObjectId object, const Cells& cells) {
    const auto first = [&](std::uint64_t offset, unsigned size) { return objects_.first_value(object, offset, size); };
    for (const auto& [offset, cell] : cells.all())
      if (!terms_.known(cell.value)) facts_.cover(object, offset, cell.size, first);
    for (const auto& [offset, cell] : facts_.cells(object))
      path.edge.update[cell.variable] = cells.read(terms_, offset, cell.size, first);
  }

  LocationId arrive(Rest& rest, std::map<VariableId, TermId>& update) {
    const auto [location, fresh] = locations_->arrive(rest, update);
    const bool goes_on = rest.kind == Location::Kind::visible || rest.kind == Location::Kind::silent;
    if (fresh && goes_on) work_.push_back({location, std::move(rest.part), rest.kind == Location::Kind::silent});
    return location;
  }

  void add(LocationId from, Path& path) {
    Edge edge{.thread = (*locations_)[from].thread, .from = from, .at = path.edge.at};
    // If a thread that begins here does not get to a location, nothing follows for anybody.
    if (path.done.size() > 1 && is_end(path.done.back().kind)) {
      path.done.front() = {ThreadPart{.thread = edge.thread}, path.done.back().kind, path.done.back().what,
                           path.done.back().at};
      path.done.resize(1);
    }
    if (edge.at == ir::PositionId{}) edge.at = path.done[0].at;
    std::map<VariableId, TermId> update = path.edge.update;
    for (std::size_t k = 0; k < path.done.size(); ++k) {
      Rest& rest = path.done[k];
      settle(rest, path.edge);
      if (k > 0) name(rest.part.thread, rest);
      const ThreadId thread = rest.part.thread;
      const LocationId to = arrive(rest, update);
      if (k == 0 || is_end(rest.kind))
        edge.to = to;
      else
        edge.starts.emplace_back(thread, to);
    }
    const bool over = is_end((*locations_)[edge.to].kind);
    if (over) edge.starts.clear();
    for (const auto& [variable, value] : update) {
      if (over || value == facts_.term(variable)) continue;
      note(path.edge, variable, value);
      edge.update.emplace_back(variable, value);
    }
    edge.guard = std::move(path.edge.guard);
    edge.choices = std::move(path.edge.choices);
    edge.blocks = path.edge.blocks;
    edge.input = path.edge.input;
    edge.spurious = path.edge.spurious;
    (*locations_)[from].out.push_back(EdgeId{static_cast<std::uint32_t>(edges_.size())});
    edges_.push_back(std::move(edge));
  }

  /// Terms whose value follows from the guard are known in the next location.
  void settle(Rest& rest, const EdgePart& edge) {
    for (Frame& frame : rest.part.frames)
      for (auto& r : frame.registers)
        if (r) r = walk_.resolved(edge, *r);
  }

  void note(const EdgePart& edge, VariableId variable, TermId value) {
    if (const auto all = walk_.values(edge, value))
      for (std::uint64_t one : *all) facts_.may_be(variable, one);
    else
      facts_.may_be_anything(variable);
  }

  /// A thread is called after the function that it was started with, as the user wrote it if that can be told.
  void name(ThreadId thread, const Rest& rest) {
    if (index(thread) >= names_.size()) names_.resize(index(thread) + 1);
    std::string& known = names_[index(thread)];
    if (!known.empty()) return;
    for (const Frame& frame : rest.part.frames) {
      const auto& function = program_[frame.function];
      const auto& i = function.blocks[frame.block].instructions[frame.instruction];
      if (program_[i.at].library && !program_[i.at].line) continue;
      known = function.shown.empty() ? function.name : function.shown;
      if (!program_[i.at].library) return;
    }
  }

  ThreadSystem finished(std::uint32_t rounds);

  const ir::Program& program_;
  Options options_;
  const Stop& stop_;
  CodeFacts code_;
  Objects objects_;
  Terms terms_;
  Facts facts_;
  Walk walk_;
  std::optional<Locations> locations_;
  std::vector<Edge> edges_;
  std::deque<Work> work_;
  std::vector<std::string> names_;
  LocationId start_{};
  std::map<VariableId, TermId> initial_;
};

/// The automata of the last round, with the variables that are still used.
ThreadSystem Lift::finished(std::uint32_t rounds) {
  ThreadSystem system;
  system.locations = locations_->take();
  system.edges = std::move(edges_);
  system.start = start_;
  system.rounds = rounds;
  system.compares_gone = walk_.reused_places().matter(facts_);
  system.lent_thread_local = walk_.lent_thread_local();
  names_.resize(facts_.thread_count());
  names_[0] = "main";
  std::map<std::string, std::uint32_t> seen;
  for (std::size_t t = 0; t < names_.size(); ++t) {
    if (names_[t].empty()) names_[t] = "thread";
    const std::uint32_t before = seen[names_[t]]++;
    system.threads.push_back({before == 0 ? names_[t] : fmt::format("{}/{}", names_[t], before + 1), std::nullopt});
  }
  std::vector<std::string> names;
  for (const Thread& thread : system.threads) names.push_back(thread.name);

  system.variables = facts_.variables();
  const auto set_values = [&](std::size_t v) {
    const ValueSet& set = facts_.values(VariableId{static_cast<std::uint32_t>(v)});
    if (!set.all()) system.variables[v].values = set.values();
  };
  for (std::size_t v = 0; v < system.variables.size(); ++v) set_values(v);
  for (std::uint32_t o = 0; o < objects_.size(); ++o) {
    const ObjectId object{o};
    const auto first = [&](std::uint64_t offset, unsigned size) { return objects_.first_value(object, offset, size); };
    for (const auto& [offset, one] : facts_.cells(object)) {
      Variable& variable = system.variables[index(one.variable)];
      variable.name = objects_.describe(object, offset, names);
      const auto found = walk_.snapshot.find(object);
      variable.initial = found == walk_.snapshot.end()
                             ? first(offset, one.size)
                             : terms_.known(found->second.read(terms_, offset, one.size, first)).value_or(0);
    }
    if (const auto alive = facts_.alive(object)) {
      system.variables[index(*alive)].name = "alive: " + objects_.describe(object, 0, names);
      system.variables[index(*alive)].initial = walk_.snapshot.contains(object);
    }
  }
  for (const auto& [variable, value] : initial_)
    system.variables[index(variable)].initial = terms_.known(value).value_or(0);
  system.terms = std::move(terms_);
  prune_by_values(system, stop_);
  system = tidy(std::move(system));
  find_readings(system);
  return system;
}

}  // namespace

Attempt<ThreadSystem> lift(const ir::Program& program, const Options& options, const Stop& stop) {
  return Lift(program, options, stop).run();
}

}  // namespace fermata::model
