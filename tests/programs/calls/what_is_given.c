// fermata: holds
// fermata-args: --args "-n 3 other --name='a b' last" --env THREADS=2 --env EMPTY= --stdin tests/programs/calls/input.txt
// fermata-args: --file config.txt=tests/programs/calls/order_ab.txt
// Arguments, environment, standard input and files are what the command line says.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void arguments(int count, char **words) {
  static const struct option options[] = {{"name", required_argument, NULL, 'N'}, {NULL, 0, NULL, 0}};
  assert(count == 6 && strcmp(words[3], "other") == 0 && words[6] == NULL);
  int number = 0, option;
  const char *name = "";
  while ((option = getopt_long(count, words, "n:", options, NULL)) != -1) {
    if (option == 'n') number = atoi(optarg);
    if (option == 'N') name = optarg;
  }
  assert(number == 3 && strcmp(name, "a b") == 0);
  assert(optind == 4 && strcmp(words[4], "other") == 0 && strcmp(words[5], "last") == 0);
  words[5][0] = 'p';  // they belong to the program
}

static void environment(char **variables) {
  assert(strcmp(getenv("THREADS"), "2") == 0 && strcmp(getenv("EMPTY"), "") == 0 && !getenv("HOME"));
  assert(strcmp(variables[0], "THREADS=2") == 0 && variables[2] == NULL);
  setenv("THREADS", "4", 0);
  assert(strcmp(getenv("THREADS"), "2") == 0);
  setenv("THREADS", "4", 1);
  setenv("MORE", "x", 0);
  assert(strcmp(getenv("THREADS"), "4") == 0 && strcmp(getenv("MORE"), "x") == 0);
  unsetenv("THREADS");
  assert(!getenv("THREADS"));
}

static void standard_input(void) {
  char line[32], word[8];
  int number;
  double real;
  assert(fgets(line, sizeof line, stdin) && strcmp(line, "first line\n") == 0);
  assert(scanf("%d %lf %7s", &number, &real, word) == 3 && number == 12 && real == 3.5 && strcmp(word, "word") == 0);
  assert(getchar() == '\n' && ungetc('\n', stdin) == '\n' && getchar() == '\n' && !feof(stdin));
  char *rest = NULL;
  size_t size = 0;
  assert(getline(&rest, &size, stdin) == 4 && strcmp(rest, "last") == 0);
  assert(getline(&rest, &size, stdin) == -1 && feof(stdin) && getchar() == EOF);
  free(rest);
}

static void files(void) {
  char text[8];
  FILE *config = fopen("config.txt", "r");
  assert(config && fread(text, 1, sizeof text, config) == 3 && text[1] == 'b' && feof(config));
  assert(fseek(config, 0, SEEK_END) == 0 && ftell(config) == 3);
  fclose(config);
  const int file = open("config.txt", O_RDONLY);
  assert(file > 2 && read(file, text, 1) == 1 && text[0] == 'a' && lseek(file, 2, SEEK_SET) == 2);
  assert(read(file, text, 8) == 1 && read(file, text, 8) == 0 && close(file) == 0 && close(file) == -1);
  assert(!fopen("other.txt", "r") && errno == ENOENT && access("other.txt", R_OK) == -1);
  FILE *log = fopen("log.txt", "a");
  assert(log && fprintf(log, "kept as output\n") == 15 && fclose(log) == 0);
}

int main(int count, char **words, char **variables) {
  arguments(count, words);
  environment(variables);
  standard_input();
  files();
}
