// fermata: violated safety invalid-access at 17
// main uses the configuration before the loader has published it.
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
  Config* current = config;
  std::printf("port %d\n", current->port);  // fails here
  loader.join();
}
