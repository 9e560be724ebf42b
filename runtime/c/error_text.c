/* SPDX-License-Identifier: Apache-2.0
 * The text of error numbers: of those that the functions here return.
 */
#include <errno.h>
#include <string.h>

char *strerror(int error) {
  switch (error) {
    case 0: return "Success";
    case EPERM: return "Operation not permitted";
    case EAGAIN: return "Resource temporarily unavailable";
    case ENOMEM: return "Cannot allocate memory";
    case EBUSY: return "Device or resource busy";
    case EINVAL: return "Invalid argument";
    case ERANGE: return "Numerical result out of range";
    case EDEADLK: return "Resource deadlock avoided";
    case EOVERFLOW: return "Value too large for defined data type";
    case ETIMEDOUT: return "Connection timed out";
    default: return "Unknown error";
  }
}
