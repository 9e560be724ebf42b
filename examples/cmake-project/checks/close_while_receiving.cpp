// fermata: holds
// fermata-clang: -Iexamples/cmake-project/include
// SPDX-License-Identifier: Apache-2.0
// One letter, one reader that takes all there are, and the owner closes the mailbox meanwhile.
#include <thread>

#include "mailbox.h"

int main() {
  Mailbox mailbox;
  std::thread reader([&] {
    while (mailbox.receive()) {
    }
  });
  mailbox.send(1);
  mailbox.close();
  reader.join();
}
