// fermata: holds
// Its address is enough for those who do not look.
extern int limit;
int *where = &limit;
int main(void) { return where == 0; }
