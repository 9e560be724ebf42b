// SPDX-License-Identifier: Apache-2.0
// The functions through which the headers throw. Exceptions are not modelled, so each says which one it would be.
#include <bits/functexcept.h>

#include "../fermata_intrinsics.h"

namespace std {

void __throw_bad_exception() { __fermata_unmodelled("throwing std::bad_exception"); }
void __throw_bad_alloc() { __fermata_unmodelled("throwing std::bad_alloc"); }
void __throw_bad_array_new_length() { __fermata_unmodelled("throwing std::bad_array_new_length"); }
void __throw_bad_cast() { __fermata_unmodelled("throwing std::bad_cast"); }
void __throw_bad_typeid() { __fermata_unmodelled("throwing std::bad_typeid"); }
void __throw_logic_error(const char*) { __fermata_unmodelled("throwing std::logic_error"); }
void __throw_domain_error(const char*) { __fermata_unmodelled("throwing std::domain_error"); }
void __throw_invalid_argument(const char*) { __fermata_unmodelled("throwing std::invalid_argument"); }
void __throw_length_error(const char*) { __fermata_unmodelled("throwing std::length_error"); }
void __throw_out_of_range(const char*) { __fermata_unmodelled("throwing std::out_of_range"); }
void __throw_out_of_range_fmt(const char*, ...) { __fermata_unmodelled("throwing std::out_of_range"); }
void __throw_runtime_error(const char*) { __fermata_unmodelled("throwing std::runtime_error"); }
void __throw_range_error(const char*) { __fermata_unmodelled("throwing std::range_error"); }
void __throw_overflow_error(const char*) { __fermata_unmodelled("throwing std::overflow_error"); }
void __throw_underflow_error(const char*) { __fermata_unmodelled("throwing std::underflow_error"); }
void __throw_ios_failure(const char*) { __fermata_unmodelled("throwing std::ios_base::failure"); }
void __throw_ios_failure(const char*, int) { __fermata_unmodelled("throwing std::ios_base::failure"); }
void __throw_system_error(int) { __fermata_unmodelled("throwing std::system_error"); }
void __throw_future_error(int) { __fermata_unmodelled("throwing std::future_error"); }
void __throw_bad_function_call() { __fermata_unmodelled("throwing std::bad_function_call"); }

}  // namespace std
