/* SPDX-License-Identifier: Apache-2.0
 * main: one step for each create, one for each join, in order, and one for a last read.
 */
init {
  byte i;
end: do
  :: atomic { i < NT -> SPAWN; i++ }
  :: d_step { i >= NT && i < 2*NT && fin[i-NT] -> i++ }
#ifdef FINAL
  :: d_step { i == 2*NT -> assert(FINAL); i++ }
#endif
  od
}
