// fermata: violated safety uncaught-exception
// fermata-says: an exception of type 'char' is thrown out of a function that is noexcept
// A destructor that throws while an exception is on its way ends the program, also if it may throw.
struct Flushes {
  bool broken;
  ~Flushes() noexcept(false) {
    if (broken) throw 'f';
  }
};

int main() {
  try {
    Flushes file{true};
    throw 1;
  } catch (...) {
  }
}
