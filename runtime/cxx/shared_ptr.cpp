// SPDX-License-Identifier: Apache-2.0
// std::atomic_load(shared_ptr *) and its relatives, and how make_shared is recognised without RTTI.
//
// libstdc++ guards the atomic functions by a pool of mutexes that no user code runs under. Whoever holds one will
// release it, so waiting for it can never be a hang: the guarded part is simply one step.
#include <memory>

#include "../fermata_intrinsics.h"

namespace std {

_Sp_locker::_Sp_locker(const void*) noexcept { __fermata_atomic_begin(); }
_Sp_locker::_Sp_locker(const void*, const void*) noexcept { __fermata_atomic_begin(); }
_Sp_locker::~_Sp_locker() { __fermata_atomic_end(); }

bool _Sp_make_shared_tag::_S_eq(const type_info& type) noexcept { return type == typeid(_Sp_make_shared_tag); }

}  // namespace std
