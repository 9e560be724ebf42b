// SPDX-License-Identifier: Apache-2.0
// std::random_device: each number is an input, so all are tried that --input-range allows.
#include <random>

#include "../fermata_intrinsics.h"

namespace std {

void random_device::_M_init(const string&) {}
void random_device::_M_init_pretr1(const string&) {}
void random_device::_M_fini() {}
random_device::result_type random_device::_M_getval() { return static_cast<result_type>(__fermata_input(32, 0)); }
random_device::result_type random_device::_M_getval_pretr1() { return _M_getval(); }
double random_device::_M_getentropy() const noexcept { return 32; }

}  // namespace std
