// fermata: holds
// The twin of null_pointer.cpp: main waits until it is there.
#include <atomic>
#include <cstdio>
#include <thread>

struct Config {
  int port;
};

std::atomic<Config*> config{nullptr};
Config loaded{80};

int main() {
  std::thread loader([] { config = &loaded; });
  while (config == nullptr) std::this_thread::yield();
  Config* current = config;
  std::printf("port %d\n", current->port);
  loader.join();
}
