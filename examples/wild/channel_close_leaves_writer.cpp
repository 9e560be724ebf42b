// A writer waits for room in a full channel, and somebody closes the channel. close() wakes the writer, but the condition that it
// waits for asks only whether there is room: it goes back to sleep, and nobody will read any more.
// library: andreiavrammsd/cpp-channel 1ec5d0797def357f75812f3c2a88b88356c21bed
// fermata: violated hang
// fermata-clang: -I{library}/include
#include <msd/channel.hpp>
#include <thread>

int main() {
  msd::channel<int> channel(1);
  std::thread writer([&] {
    channel.write(1);
    channel.write(2);  // stuck here
  });
  channel.close();
  writer.join();
}
