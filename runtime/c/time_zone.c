/* SPDX-License-Identifier: Apache-2.0
 * The variables of the time zone, which is always UTC. <time.h> is not included, since it would not let them be
 * constants; and reading a constant is no step of a thread.
 */
const char *const tzname[2] = {"UTC", "UTC"};
const long timezone = 0;
const int daylight = 0;
