// SPDX-License-Identifier: Apache-2.0
#include "emit/objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "emit/terms.h"

namespace fermata::emit {

namespace {

constexpr std::uint64_t most_bytes = 32767;   // of an object, so that an offset has room for one that is too large
constexpr std::uint32_t most_words = 0x2000;  // of all, so that addresses end where functions begin

std::string word_like(std::string_view name) {
  std::string out;
  for (char c : name) out.push_back(std::isalnum(static_cast<unsigned char>(c)) ? c : '_');
  return out;
}

const std::string& shown(const ir::Global& global) { return global.shown.empty() ? global.name : global.shown; }

/// Whether the instruction only serves the report: then a model does not need what it refers to.
bool only_told(const ir::Instruction& i) {
  if (i.op != ir::Op::intrinsic) return false;
  switch (i.which) {
    case ir::Intrinsic::event:
    case ir::Intrinsic::print:
    case ir::Intrinsic::unmodelled:
    case ir::Intrinsic::fail:
    case ir::Intrinsic::acquired:
    case ir::Intrinsic::released:
    case ir::Intrinsic::taken:
    case ir::Intrinsic::given:
    case ir::Intrinsic::observed:
    case ir::Intrinsic::settled: return true;
    default: return false;
  }
}

std::vector<bool> used_globals(const ir::Program& program) {
  std::vector<bool> used(program.globals.size());
  std::vector<std::uint32_t> todo;
  auto use = [&](const ir::Operand& o) {
    if (o.kind != ir::Operand::Kind::global || used[o.index]) return;
    used[o.index] = true;
    todo.push_back(o.index);
  };
  for (const ir::Function& f : program.functions)
    for (const ir::Block& b : f.blocks)
      for (const ir::Instruction& i : b.instructions)
        if (!only_told(i))
          for (const ir::Operand& o : i.operands) use(o);
  while (!todo.empty()) {
    const std::uint32_t g = todo.back();
    todo.pop_back();
    for (const ir::Relocation& r : program.globals[g].relocations) use(r.target);
  }
  return used;
}

}  // namespace

Objects::Objects(const ir::Program& program)
    : program_(program), words_(program.globals.size()), used_(used_globals(program)) {
  auto place_all = [&](bool constant) {
    for (std::size_t g = 0; g < program.globals.size(); ++g) {
      const ir::Global& global = program.globals[g];
      if (!used_[g] || global.thread_local_ || global.constant != constant) continue;
      words_[g] = place(objects_, common_, shown(global), global.size, constant);
      if (global.missing)
        error_ = {fmt::format("'{}' is declared, but none of the files defines it", shown(global)), "",
                  "give one more file that does"};
    }
  };
  place_all(false);
  shared_ = common_;
  place_all(true);
  for (std::size_t g = 0; g < program.globals.size(); ++g)
    if (used_[g] && program.globals[g].thread_local_)
      words_[g] = place(own_objects_, own_, shown(program.globals[g]), program.globals[g].size, false);
  for (std::uint32_t f = 0; f < program.functions.size(); ++f)
    for (std::uint32_t b = 0; b < program.functions[f].blocks.size(); ++b) {
      const auto& instructions = program.functions[f].blocks[b].instructions;
      for (std::uint32_t i = 0; i < instructions.size(); ++i) {
        if (instructions[i].op != ir::Op::alloca_ || instructions[i].operands[0].kind != ir::Operand::Kind::constant)
          continue;
        const auto bytes = static_cast<std::uint64_t>(instructions[i].operands[0].bits);
        locals_[{f, {b, i}}] = own_objects_.size();
        place(own_objects_, own_, instructions[i].text, bytes, false);
      }
    }
}

std::uint32_t Objects::place(std::vector<Object>& objects, std::uint32_t& next, const std::string& name,
                             std::uint64_t bytes, bool constant) {
  bytes = std::max<std::uint64_t>(bytes, 1);
  if (bytes > most_bytes || next > most_words)
    error_ = {fmt::format("'{}' has {} bytes; a model has {} for a variable, and {} words for all", name, bytes,
                          most_bytes, most_words),
              "", "make the program smaller"};
  objects.push_back({next, static_cast<std::uint32_t>(bytes), constant, name});
  next += static_cast<std::uint32_t>(std::min(bytes, most_bytes) + 3) / 4;
  return objects.back().word;
}

std::string Objects::own_address(ir::GlobalId global, std::uint64_t offset, const std::string& who) const {
  return fmt::format("(OWN({}, {}) + {})", who, words_[static_cast<std::size_t>(global)], offset);
}

std::string Objects::own_address(const Local& local, const std::string& who) const {
  return fmt::format("OWN({}, {})", who, own_objects_[locals_.at(local)].word);
}

std::optional<std::uint64_t> Objects::size(const Local& local) const {
  auto it = locals_.find(local);
  if (it == locals_.end()) return std::nullopt;
  return own_objects_[it->second].bytes;
}

std::pair<std::uint32_t, std::uint32_t> Objects::range(const Local& local) const {
  const Object& object = own_objects_[locals_.at(local)];
  return {object.word, object.word + (object.bytes + 3) / 4};
}

std::optional<std::uint32_t> Objects::word(std::int64_t address, std::uint32_t bytes, bool write) const {
  if (address < first_address || address >= first_function) return std::nullopt;
  const auto first = static_cast<std::uint32_t>((address - first_address) >> 16);
  const auto offset = static_cast<std::uint32_t>(address & 0xffff);
  for (const Object& o : objects_)
    if (o.word == first && offset + bytes <= o.bytes && !(write && o.constant) && offset % std::min(bytes, 4u) == 0)
      return first + offset / 4;
  return std::nullopt;
}

std::optional<std::uint32_t> Objects::size(std::int64_t page) const {
  for (const Object& o : objects_)
    if (at(o.word) == page) return o.bytes;
  return std::nullopt;
}

bool Objects::constant(std::int64_t page) const {
  return std::ranges::any_of(objects_, [&](const Object& o) { return at(o.word) == page && o.constant; });
}

std::string Objects::macros() const {
  auto sizes = [](const std::vector<Object>& objects, const std::string& which) {
    std::string text = "0";
    for (const Object& o : objects) text = fmt::format("({} == {} -> {} : {})", which, o.word, o.bytes, text);
    return text;
  };
  std::string text;
  for (const Object& o : objects_)
    text += fmt::format("/* {}{}: mem[{}]{} */\n", o.constant ? "constant " : "", word_like(o.name), o.word,
                        o.bytes > 4 ? fmt::format(" to mem[{}]", o.word + (o.bytes + 3) / 4 - 1) : "");
  text += fmt::format(
      "#define PAGE(p) (((p) - {0}) >> 16)\n"
      "#define WORD(p) (PAGE(p) + (((p) & 65535) >> 2))\n"
      "#define ADDRESS(p) ((p) >= {0} && (p) < {1})\n",
      first_address, first_function);
  std::string size = sizes(objects_, "PAGE(p)");
  if (own_ || has_heap()) text += fmt::format("#define IS_OWN(p) (ADDRESS(p) && PAGE(p) >= {})\n", common_);
  std::string mine = fmt::format("PAGE(p) < {}", common_);
  if (own_) {
    text += fmt::format("#define OWN(t, w) ({} + ((t) * {} + (w)) * 65536)\n",
                        first_address + (std::int64_t{common_} << 16), own_);
    text += fmt::format("#define OWN_WORD(t, w) mem[{} + (t) * {} + (w)]\n", common_, own_);
  }
  if (own_ || has_heap()) {
    const std::uint32_t own = std::max(own_, 1u);
    size = fmt::format("(PAGE(p) < {} -> {} : {})", common_, size,
                       sizes(own_objects_, fmt::format("((PAGE(p) - {}) % {})", common_, own)));
    mine += fmt::format(" || (PAGE(p) < {} && (PAGE(p) - {}) / {} == (t))", heap_, common_, own);
  }
  if (has_heap()) {
    std::string sizes_of_sites = "0";
    for (const auto& [site, number] : sites_)
      sizes_of_sites = fmt::format("((s) == {} -> {} : {})", number, site.second, sizes_of_sites);
    text += fmt::format(
        "#define HEAP_WORDS {0}\n"
        "#define IS_HEAP(p) (ADDRESS(p) && PAGE(p) >= {1})\n"
        "#define ARENA(p) ((PAGE(p) - {1}) / {2})\n"
        "#define SLOT(p) (((PAGE(p) - {1}) % {2}) / {0})\n"
        "#define HEAP(t, k) ({3} + ((t) * {2} + (k) * {0}) * 65536)\n"
        "#define SITE_SIZE(s) {4}\n"
        "#define HEAP_SIZE(p) ((PAGE(p) - {1}) % {0} == 0 -> SITE_SIZE(H[ARENA(p)].site[SLOT(p)]) : 0)\n",
        slot_words(), heap_, slots_ * slot_words(), first_address + (std::int64_t{heap_} << 16), sizes_of_sites);
    size = fmt::format("(PAGE(p) >= {} -> HEAP_SIZE(p) : {})", heap_, size);
    mine += fmt::format(" || (PAGE(p) >= {} && H[ARENA(p)].owner[SLOT(p)] == (t))", heap_);
  }
  if (own_ || has_heap()) text += fmt::format("#define MINE(p, t) ({})\n", mine);
  text += fmt::format("#define SIZE(p) {}\n", size);
  text += "#define READABLE(p, n) (ADDRESS(p) && ((p) & 65535) + (n) <= SIZE(p))\n";
  text +=
      fmt::format("#define WRITABLE(p, n) (READABLE(p, n) && !(PAGE(p) >= {} && PAGE(p) < {}))\n", shared_, common_);
  text += fmt::format("#define SHARED(p) (PAGE(p) < {})\n", shared_);
  return text;
}

std::uint32_t Objects::site(ir::PositionId at, std::uint64_t bytes) {
  bytes = std::max<std::uint64_t>(bytes, 1);
  if (bytes > most_bytes)
    error_ = {fmt::format("{} bytes are allocated; a model has {} for an object", bytes, most_bytes), "",
              "make the program smaller"};
  return sites_.try_emplace({at, bytes}, static_cast<std::uint32_t>(sites_.size() + 1)).first->second;
}

std::uint32_t Objects::slot_words() const {
  std::uint64_t most = 0;
  for (const auto& [site, number] : sites_) most = std::max(most, site.second);
  return static_cast<std::uint32_t>((most + 3) / 4);
}

void Objects::set_heap(std::uint32_t threads, std::uint32_t arenas, std::uint32_t slots) {
  heap_ = common_ + threads * own_;
  arenas_ = arenas;
  slots_ = slots;
  if (words() > most_words)
    error_ = {fmt::format("the variables need {} words; a model has {}", words(), most_words), "",
              "make the program smaller, or give --model-threads"};
}

std::vector<std::pair<std::uint32_t, std::int64_t>> Objects::values(const ir::Global& global) const {
  std::map<std::uint32_t, std::int64_t> found;
  for (std::size_t b = 0; b < global.bytes.size(); ++b) {
    auto& word = found[static_cast<std::uint32_t>(b / 4)];
    word |= std::int64_t{global.bytes[b]} << 8 * (b % 4);
  }
  for (const ir::Relocation& r : global.relocations) {
    if (r.offset % 4 != 0) error_ = {fmt::format("'{}' has an address at an odd place", shown(global)), "", ""};
    const auto word = static_cast<std::uint32_t>(r.offset / 4);
    found[word] = r.target.kind == ir::Operand::Kind::function
                      ? first_function + r.target.index
                      : address(ir::GlobalId{r.target.index}, static_cast<std::uint64_t>(r.target.bits));
    found[word + 1] = 0;
  }
  std::vector<std::pair<std::uint32_t, std::int64_t>> values;
  for (auto [word, value] : found)
    if (value != 0) values.emplace_back(word, static_cast<std::int32_t>(value));
  return values;
}

std::vector<std::string> Objects::first_values() const {
  std::vector<std::string> text;
  for (std::size_t g = 0; g < program_.globals.size(); ++g) {
    if (!used_[g] || program_.globals[g].thread_local_) continue;
    for (auto [word, value] : values(program_.globals[g]))
      text.push_back(fmt::format("mem[{}] = {}", words_[g] + word, number(value).text));
  }
  return text;
}

std::vector<std::string> Objects::first_own_values(const std::string& who) const {
  std::vector<std::string> text;
  for (std::size_t g = 0; g < program_.globals.size(); ++g) {
    if (!used_[g] || !program_.globals[g].thread_local_) continue;
    for (auto [word, value] : values(program_.globals[g]))
      text.push_back(
          fmt::format("mem[{} + {} * {} + {}] = {}", common_, who, own_, words_[g] + word, number(value).text));
  }
  return text;
}

}  // namespace fermata::emit
