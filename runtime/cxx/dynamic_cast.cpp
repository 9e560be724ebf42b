// SPDX-License-Identifier: Apache-2.0
// dynamic_cast (Itanium C++ ABI, 2.9.7). We visit every subobject of the whole object, which is slow and plain; the
// hint that the compiler gives about where the answer might be is not used.
#include "class_types.h"

namespace {

using Class = abi::__class_type_info;

// What the pointer to its table says about an object: it stands behind two words.
struct Table {
  std::ptrdiff_t offset_to_whole;
  const Class* type;
};

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
      for (unsigned i = 0; i < many->__base_count; ++i) {
        const abi::__base_class_type_info& base = many->__base_info[i];
        visit(base.__base_type, base_of(object, base), path.through(base.__is_public_p()));
      }
    }
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
