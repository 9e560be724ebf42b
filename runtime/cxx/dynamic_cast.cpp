// SPDX-License-Identifier: Apache-2.0
// dynamic_cast (Itanium C++ ABI, 2.9.7). We visit every subobject of the whole object, which is slow and plain; the
// hint that the compiler gives about where the answer might be is not used.
#include <cxxabi.h>

#include <cstddef>

extern const void* const SINGLE_BASE_KIND[3] __asm__("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern const void* const MANY_BASES_KIND[3] __asm__("_ZTVN10__cxxabiv121__vmi_class_type_infoE");

namespace {

using Class = abi::__class_type_info;

// What the pointer to its table says about an object: it stands behind two words.
struct Table {
  std::ptrdiff_t offset_to_whole;
  const Class* type;
};
const char* table_of(const void* object) { return *static_cast<const char* const*>(object); }

bool is_kind(const Class* type, const void* const (&kind)[3]) {
  return table_of(type) == reinterpret_cast<const char*>(&kind[2]);
}

// A subobject that is wanted, and whether there is only one.
struct Found {
  const char* object = nullptr;
  bool is_public = false;
  bool ambiguous = false;

  void add(const char* candidate, bool by_public_path) {
    if (object && object != candidate) ambiguous = true;
    is_public = by_public_path || (object == candidate && is_public);
    object = candidate;
  }
  const void* unique() const { return is_public && !ambiguous ? object : nullptr; }
};

struct Search {
  const char* source;
  const Class& source_type;
  const Class& wanted_type;
  Found around_source{};  // of the wanted type, with the source as a public base
  Found anywhere{};       // of the wanted type
  bool source_is_public = false;

  // Where we are on the way from the whole object to its bases.
  struct Path {
    bool is_public = true;
    const char* wanted = nullptr;  // the nearest subobject of the wanted type that we are inside
    bool public_in_wanted = false;

    Path through(bool public_base) const { return {is_public && public_base, wanted, public_in_wanted && public_base}; }
  };

  void visit(const Class* type, const char* object, Path path) {
    if (*type == wanted_type) {
      path.wanted = object;
      path.public_in_wanted = true;
      anywhere.add(object, path.is_public);
    }
    if (object == source && *type == source_type) {
      if (path.wanted && path.public_in_wanted) around_source.add(path.wanted, true);
      source_is_public = source_is_public || path.is_public;
    }
    if (is_kind(type, SINGLE_BASE_KIND)) {
      visit(static_cast<const abi::__si_class_type_info*>(type)->__base_type, object, path);
    } else if (is_kind(type, MANY_BASES_KIND)) {
      auto* many = static_cast<const abi::__vmi_class_type_info*>(type);
      for (unsigned i = 0; i < many->__base_count; ++i) visit_base(many->__base_info[i], object, path);
    }
  }

  void visit_base(const abi::__base_class_type_info& base, const char* object, const Path& path) {
    std::ptrdiff_t offset = base.__offset();
    if (base.__is_virtual_p()) offset = *reinterpret_cast<const std::ptrdiff_t*>(table_of(object) + offset);
    visit(base.__base_type, object + offset, path.through(base.__is_public_p()));
  }
};

}  // namespace

extern "C" void* __dynamic_cast(const void* source, const Class* source_type, const Class* wanted_type,
                                std::ptrdiff_t) {
  const Table& table = reinterpret_cast<const Table*>(table_of(source))[-1];
  const char* object = static_cast<const char*>(source);
  Search search{object, *source_type, *wanted_type};
  search.visit(table.type, object + table.offset_to_whole, {});
  const void* result = search.around_source.unique();
  if (!result && !search.around_source.object && search.source_is_public) result = search.anywhere.unique();
  return const_cast<void*>(result);
}
