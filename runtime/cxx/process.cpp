// SPDX-License-Identifier: Apache-2.0
// Variables that the compiler or the headers expect to find in every process.

extern "C" {

// With 1 here, shared_ptr would count its owners without atomic operations.
char __libc_single_threaded = 0;

// Tells __cxa_atexit which shared library registers; there is only one.
__attribute__((visibility("hidden"))) void* __dso_handle = nullptr;

}  // extern "C"
