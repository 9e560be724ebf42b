// SPDX-License-Identifier: Apache-2.0
// What is to be done when a thread has ended as far as the program can tell.
#pragma once
#include <condition_variable>

extern "C" {

// After the destructors of the calling thread's thread_local objects: _M_cb(element), last registered first.
void __fermata_at_thread_end(std::__at_thread_exit_elt* element);
}
