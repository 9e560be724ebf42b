// SPDX-License-Identifier: Apache-2.0
// How the type information of classes is read (Itanium C++ ABI, 2.9.5). Its kinds are told apart by the address of
// their table of virtual functions; type_info.cpp has these tables.
#pragma once
#include <cxxabi.h>

#include <cstddef>

#define KIND_OF_TYPE(variable, mangled) extern const void* const variable[3] __asm__("_ZTVN10__cxxabiv1" mangled "E")

KIND_OF_TYPE(CLASS_KIND, "17__class_type_info");
KIND_OF_TYPE(SINGLE_BASE_KIND, "20__si_class_type_info");
KIND_OF_TYPE(MANY_BASES_KIND, "21__vmi_class_type_info");
KIND_OF_TYPE(POINTER_KIND, "19__pointer_type_info");
KIND_OF_TYPE(MEMBER_POINTER_KIND, "29__pointer_to_member_type_info");
KIND_OF_TYPE(FUNCTION_KIND, "20__function_type_info");

// The table of an object; two words stand before the place it points to.
inline const char* table_of(const void* object) { return *static_cast<const char* const*>(object); }

inline bool is_kind(const std::type_info* type, const void* const (&kind)[3]) {
  return table_of(type) == reinterpret_cast<const char*>(&kind[2]);
}

// Where a base is in an object that is there.
inline const char* base_of(const char* object, const abi::__base_class_type_info& base) {
  const std::ptrdiff_t offset = base.__offset();
  if (!base.__is_virtual_p()) return object + offset;
  return object + *reinterpret_cast<const std::ptrdiff_t*>(table_of(object) + offset);
}
