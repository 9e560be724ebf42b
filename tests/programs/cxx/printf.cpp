// fermata: holds
// printf with what programs print; it needs no lock of ours.
#include <cstdio>
#include <string>
#include <thread>

int main() {
  std::string name = "worker";
  std::thread thread([&name] { std::printf("%s %d\n", name.c_str(), 1); });
  std::printf("%5.2f|%-4d|%04x|%c|%lu|%%\n", 3.14159, 42, 255u, 'x', 7ul);
  thread.join();
  std::fprintf(stderr, "%s\n", "done");
  std::putchar('\n');
  std::fflush(stdout);
  char text[16];
  int length = std::snprintf(text, sizeof text, "%d-%d", 1, 2);
  return length == 3 && text[1] == '-' ? 0 : 1;
}
