// Readers and writers of a channel sleep on one condition variable, and each operation wakes one of them: it may be one that
// waits for the same thing, while the one that could go on sleeps.
// library: andreiavrammsd/cpp-channel 1ec5d0797def357f75812f3c2a88b88356c21bed
// fermata: violated hang
// fermata-clang: -I{library}/include
#include <msd/channel.hpp>
#include <thread>

int main() {
  msd::channel<int> channel(1);
  auto read_all = [&] {
    int item;
    while (channel.read(item)) {
    }
  };
  std::thread reader(read_all), another(read_all);
  for (int item = 1; item <= 3; ++item) channel.write(item);
  channel.close();
  reader.join();
  another.join();
}
