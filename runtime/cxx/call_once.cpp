// SPDX-License-Identifier: Apache-2.0
// The out-of-line part of std::call_once. The header stores what is to be called in two thread-local variables and
// hands __once_proxy to pthread_once, which does the waiting.
#include <mutex>

namespace std {

__thread void* __once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

}  // namespace std
