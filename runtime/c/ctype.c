/* SPDX-License-Identifier: Apache-2.0
 * Classes of characters, in the "C" locale. The macros of glibc's <ctype.h> look into tables that
 * reach from -128 to 255.
 */
#define BETWEEN(c, a, b) ((c) >= (a) && (c) <= (b))
#define IS_UPPER(c) BETWEEN(c, 'A', 'Z')
#define IS_LOWER(c) BETWEEN(c, 'a', 'z')
#define IS_DIGIT(c) BETWEEN(c, '0', '9')
#define IS_ALPHA(c) (IS_UPPER(c) || IS_LOWER(c))
#define IS_ALNUM(c) (IS_ALPHA(c) || IS_DIGIT(c))
#define IS_XDIGIT(c) (IS_DIGIT(c) || BETWEEN(c, 'a', 'f') || BETWEEN(c, 'A', 'F'))
#define IS_BLANK(c) ((c) == ' ' || (c) == '\t')
#define IS_SPACE(c) ((c) == ' ' || BETWEEN(c, '\t', '\r'))
#define IS_PRINT(c) BETWEEN(c, ' ', '~')
#define IS_GRAPH(c) BETWEEN(c, '!', '~')
#define IS_CNTRL(c) (BETWEEN(c, 0, 31) || (c) == 127)
#define IS_PUNCT(c) (IS_GRAPH(c) && !IS_ALNUM(c))
#define TO_UPPER(c) (IS_LOWER(c) ? (c) - 32 : (c))
#define TO_LOWER(c) (IS_UPPER(c) ? (c) + 32 : (c))

/* The bits of glibc's tables on a little-endian machine. */
#define CLASSES(c)                                                                                                 \
  (IS_UPPER(c) << 8 | IS_LOWER(c) << 9 | IS_ALPHA(c) << 10 | IS_DIGIT(c) << 11 | IS_XDIGIT(c) << 12 |              \
   IS_SPACE(c) << 13 | IS_PRINT(c) << 14 | IS_GRAPH(c) << 15 | IS_BLANK(c) | IS_CNTRL(c) << 1 | IS_PUNCT(c) << 2 | \
   IS_ALNUM(c) << 3)

#define FOUR(f, c) f(c), f(c + 1), f(c + 2), f(c + 3)
#define ROW(f, c) FOUR(f, c), FOUR(f, c + 4), FOUR(f, c + 8), FOUR(f, c + 12)
#define BLOCK(f, c)                                                                                          \
  ROW(f, c), ROW(f, c + 16), ROW(f, c + 32), ROW(f, c + 48), ROW(f, c + 64), ROW(f, c + 80), ROW(f, c + 96), \
      ROW(f, c + 112)
#define TABLE(f) {BLOCK(f, -128), BLOCK(f, 0), BLOCK(f, 128)}

static const unsigned short classes[384] = TABLE(CLASSES);
static const int upper[384] = TABLE(TO_UPPER), lower[384] = TABLE(TO_LOWER);
static const unsigned short *const classes_from_0 = classes + 128;
static const int *const upper_from_0 = upper + 128, *const lower_from_0 = lower + 128;

const unsigned short *const *__ctype_b_loc(void) { return &classes_from_0; }
const int *const *__ctype_toupper_loc(void) { return &upper_from_0; }
const int *const *__ctype_tolower_loc(void) { return &lower_from_0; }

int isupper(int c) { return IS_UPPER(c); }
int islower(int c) { return IS_LOWER(c); }
int isdigit(int c) { return IS_DIGIT(c); }
int isalpha(int c) { return IS_ALPHA(c); }
int isalnum(int c) { return IS_ALNUM(c); }
int isxdigit(int c) { return IS_XDIGIT(c); }
int isblank(int c) { return IS_BLANK(c); }
int isspace(int c) { return IS_SPACE(c); }
int isprint(int c) { return IS_PRINT(c); }
int isgraph(int c) { return IS_GRAPH(c); }
int iscntrl(int c) { return IS_CNTRL(c); }
int ispunct(int c) { return IS_PUNCT(c); }
int toupper(int c) { return TO_UPPER(c); }
int tolower(int c) { return TO_LOWER(c); }
