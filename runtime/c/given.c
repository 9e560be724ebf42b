/* SPDX-License-Identifier: Apache-2.0
 * Nothing is given.
 */
#include "given.h"

const struct given_file __fermata_given_files[] = {{"", NULL, 0}, {NULL, NULL, 0}};
const char *const __fermata_given_environment[] = {NULL};
