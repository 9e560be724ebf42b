// SPDX-License-Identifier: Apache-2.0
// Type information (Itanium C++ ABI, 2.9.5). The compiler writes it for classes; the library holds it for int and its
// like, and the tables of virtual functions by which one kind is told from another.
#include <cxxabi.h>

#include <typeinfo>

#include "../fermata_intrinsics.h"

// Nobody calls through these tables; kinds are told apart by their address, which is that of the third entry.
#define KIND(variable, mangled)                                                  \
  extern const void* const variable[3] __asm__("_ZTVN10__cxxabiv1" mangled "E"); \
  const void* const variable[3] = {}

KIND(class_kind, "17__class_type_info");
KIND(single_base_kind, "20__si_class_type_info");
KIND(many_bases_kind, "21__vmi_class_type_info");
KIND(pointer_kind, "19__pointer_type_info");
KIND(member_pointer_kind, "29__pointer_to_member_type_info");
KIND(function_kind, "20__function_type_info");
KIND(array_kind, "17__array_type_info");
KIND(enum_kind, "16__enum_type_info");

// Where this destructor is, the compiler puts the type information of all fundamental types.
abi::__fundamental_type_info::~__fundamental_type_info() = default;

namespace std {

type_info::~type_info() = default;
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }
bool type_info::__do_catch(const type_info*, void**, unsigned) const {
  __fermata_unmodelled("catching a C++ exception");
}
bool type_info::__do_upcast(const abi::__class_type_info*, void**) const {
  __fermata_unmodelled("catching a C++ exception");
}

}  // namespace std

// What pthread_exit and pthread_cancel throw; the headers have handlers for it.
abi::__forced_unwind::~__forced_unwind() throw() {}
