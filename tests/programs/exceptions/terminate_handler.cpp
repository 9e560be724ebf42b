// fermata: holds
// A handler of std::terminate sees the exception, and may end the process its own way.
#include <cstdlib>
#include <exception>

void last_words() {
  try {
    throw;
  } catch (int i) {
    std::_Exit(i == 5 ? 0 : 1);
  }
}

int main() {
  std::set_terminate(last_words);
  throw 5;
}
