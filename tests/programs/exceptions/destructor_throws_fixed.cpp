// fermata: holds
// A destructor may throw, if it says so and no exception is on its way; and it may throw and catch at any time.
struct Flushes {
  bool broken;
  ~Flushes() noexcept(false) {
    if (broken) throw 'f';
  }
};
struct Careful {
  ~Careful() {
    try {
      throw 'c';
    } catch (char) {
    }
  }
};

int main() {
  int caught = 0;
  try {
    Careful first;
    Flushes file{true};
    Careful second;
  } catch (char c) {
    caught = c;
  }
  try {
    Careful careful;
    throw 1;
  } catch (int i) {
    if (i == 1) return caught == 'f' ? 0 : 1;
  }
  return 1;
}
