// SPDX-License-Identifier: Apache-2.0
// std::latch. The header of libstdc++ 12 spins and then waits with a futex, through a table that all latches share;
// here counting down is a step, and so is finding that nothing is left. That stays so: to count further is undefined,
// and we report it.
#include "../c/misuse.h"
#include "../fermata_intrinsics.h"
#include "instead.h"

namespace {

struct Latch {
  int counter;  // nothing else is in it
};

}  // namespace

extern "C" {

void __fermata_latch_count_down(Latch* l, long n) INSTEAD_OF("_ZNSt5latch10count_downEl");
void __fermata_latch_count_down(Latch* l, long n) {
  __fermata_atomic_begin();
  if (n < 0 || n > l->counter) {
    refused("counting a latch down below zero", 0);
  } else {
    l->counter -= static_cast<int>(n);
    __fermata_event("count down", l);
  }
  __fermata_atomic_end();
}

void __fermata_latch_wait(const Latch* l) INSTEAD_OF("_ZNKSt5latch4waitEv");
void __fermata_latch_wait(const Latch* l) {
  __fermata_section_begin(FERMATA_LATCH, l);
  __fermata_atomic_begin();
  __fermata_block_until(l->counter == 0);
  __fermata_settled(l);
  __fermata_event("pass", l);
  __fermata_section_end(FERMATA_LATCH, l, __fermata_self());
  __fermata_atomic_end();
}
}
