// fermata: violated safety abort at 6
// 'throw;' where nothing is handled.
int state = 0;

void fail() {
  throw;  // fails here
}

int main() {
  try {
    if (state == 0) fail();
  } catch (...) {
  }
}
