// fermata: violated safety abort
// A std::thread that is destroyed while joinable ends the program by std::terminate.
#include <thread>

int value = 0;

int main() {
  std::thread thread([] { value = 1; });
}
