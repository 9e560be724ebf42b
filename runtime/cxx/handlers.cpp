// SPDX-License-Identifier: Apache-2.0
// Which handler takes which exception: C++ [except.handle], 3.
//
// A handler takes its own type, a base of it that is public and unambiguous, and pointers that convert to its pointer:
// to such a base, to void, with more const and volatile, or from nullptr.
#include <cxxabi.h>

#include <cstddef>

#include "class_types.h"
#include "exceptions.h"

namespace {

using Class = abi::__class_type_info;
using Pointer = abi::__pbase_type_info;

bool is_class(const std::type_info* type) {
  return is_kind(type, CLASS_KIND) || is_kind(type, SINGLE_BASE_KIND) || is_kind(type, MANY_BASES_KIND);
}

// All subobjects of the wanted type. One that is reached in several ways is one object.
struct Bases {
  const Class& wanted;
  const char* found = nullptr;
  bool is_public = false;
  bool ambiguous = false;

  void visit(const Class* type, const char* object, bool by_public_path) {
    if (*type == wanted) {
      if (found && found != object) ambiguous = true;
      is_public = by_public_path || (found == object && is_public);
      found = object;
    } else if (is_kind(type, SINGLE_BASE_KIND)) {
      visit(static_cast<const abi::__si_class_type_info*>(type)->__base_type, object, by_public_path);
    } else if (is_kind(type, MANY_BASES_KIND)) {
      auto* many = static_cast<const abi::__vmi_class_type_info*>(type);
      for (unsigned i = 0; i < many->__base_count; ++i) {
        const abi::__base_class_type_info& base = many->__base_info[i];
        visit(base.__base_type, base_of(object, base), by_public_path && base.__is_public_p());
      }
    }
  }
};

// A null pointer has no object to look at. Bases are told apart all the same: a virtual one by its type.
struct BasesOfNothing {
  const Class& wanted;
  const std::type_info* root = nullptr;
  std::ptrdiff_t offset = 0;
  bool found = false, is_public = false, ambiguous = false;

  void visit(const Class* type, const std::type_info* in, std::ptrdiff_t at, bool by_public_path) {
    if (*type == wanted) {
      const bool same = found && root == in && offset == at;
      if (found && !same) ambiguous = true;
      is_public = by_public_path || (same && is_public);
      found = true, root = in, offset = at;
    } else if (is_kind(type, SINGLE_BASE_KIND)) {
      visit(static_cast<const abi::__si_class_type_info*>(type)->__base_type, in, at, by_public_path);
    } else if (is_kind(type, MANY_BASES_KIND)) {
      auto* many = static_cast<const abi::__vmi_class_type_info*>(type);
      for (unsigned i = 0; i < many->__base_count; ++i) {
        const abi::__base_class_type_info& base = many->__base_info[i];
        const bool open = by_public_path && base.__is_public_p();
        if (base.__is_virtual_p())
          visit(base.__base_type, base.__base_type, 0, open);
        else
          visit(base.__base_type, in, at + base.__offset(), open);
      }
    }
  }
};

bool converts_to_base(const std::type_info* wanted, const std::type_info* thrown, void** object) {
  if (!is_class(wanted) || !is_class(thrown)) return false;
  auto* whole = static_cast<const Class*>(thrown);
  auto& base = static_cast<const Class&>(*wanted);
  if (!*object) {
    BasesOfNothing bases{base};
    bases.visit(whole, nullptr, 0, true);
    return bases.found && bases.is_public && !bases.ambiguous;
  }
  Bases bases{base};
  bases.visit(whole, static_cast<const char*>(*object), true);
  if (!bases.found || !bases.is_public || bases.ambiguous) return false;
  *object = const_cast<char*>(bases.found);
  return true;
}

// The qualifiers of what is pointed to. Those of functions are promises that may be dropped, not added.
constexpr unsigned qualifiers = Pointer::__const_mask | Pointer::__volatile_mask | Pointer::__restrict_mask;
constexpr unsigned promises = Pointer::__transaction_safe_mask | Pointer::__noexcept_mask;

// `all_const`: every pointer further out is const, so that what is in it cannot be exchanged for something else.
bool pointer_converts(const Pointer* wanted, const Pointer* thrown, void** object, bool outermost, bool all_const) {
  if (thrown->__flags & ~wanted->__flags & qualifiers) return false;
  if (wanted->__flags & ~thrown->__flags & promises) return false;
  if (!outermost && !all_const && (wanted->__flags & qualifiers) != (thrown->__flags & qualifiers)) return false;
  if (*wanted->__pointee == *thrown->__pointee) return true;
  if (outermost) {
    if (*wanted->__pointee == typeid(void)) return !is_kind(thrown->__pointee, FUNCTION_KIND);
    if (converts_to_base(wanted->__pointee, thrown->__pointee, object)) return true;
  }
  const bool pointers = is_kind(wanted->__pointee, POINTER_KIND) && is_kind(thrown->__pointee, POINTER_KIND);
  const bool members =
      is_kind(wanted->__pointee, MEMBER_POINTER_KIND) && is_kind(thrown->__pointee, MEMBER_POINTER_KIND);
  if (members && *static_cast<const abi::__pointer_to_member_type_info*>(wanted->__pointee)->__context !=
                     *static_cast<const abi::__pointer_to_member_type_info*>(thrown->__pointee)->__context)
    return false;
  if (!pointers && !members) return false;
  return pointer_converts(static_cast<const Pointer*>(wanted->__pointee),
                          static_cast<const Pointer*>(thrown->__pointee), object, false,
                          all_const && (wanted->__flags & Pointer::__const_mask));
}

}  // namespace

bool __fermata_catches(const std::type_info* wanted, const std::type_info* thrown, void** object) {
  const bool pointer = is_kind(thrown, POINTER_KIND);
  void* got = pointer ? *static_cast<void**>(*object) : *object;
  if (*wanted == *thrown) {
    *object = got;
    return true;
  }
  const bool to_pointer = is_kind(wanted, POINTER_KIND), to_member = is_kind(wanted, MEMBER_POINTER_KIND);
  if (*thrown == typeid(nullptr) && (to_pointer || to_member)) {
    // A pointer to a member that is null is stored as -1; one to a member function as 0.
    static const std::ptrdiff_t no_member[2] = {-1, 0}, no_function[2] = {0, 0};
    if (to_pointer) {
      *object = nullptr;
      return true;
    }
    const bool function =
        is_kind(static_cast<const abi::__pointer_to_member_type_info*>(wanted)->__pointee, FUNCTION_KIND);
    *object = const_cast<std::ptrdiff_t*>(function ? no_function : no_member);
    return true;
  }
  if (pointer && to_pointer) {
    if (!pointer_converts(static_cast<const Pointer*>(wanted), static_cast<const Pointer*>(thrown), &got, true, true))
      return false;
    *object = got;
    return true;
  }
  if (is_kind(thrown, MEMBER_POINTER_KIND) && to_member) {
    auto* w = static_cast<const abi::__pointer_to_member_type_info*>(wanted);
    auto* t = static_cast<const abi::__pointer_to_member_type_info*>(thrown);
    return *w->__context == *t->__context && pointer_converts(w, t, &got, false, true);
  }
  return !pointer && converts_to_base(wanted, thrown, object);
}
