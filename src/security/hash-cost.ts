/**
 * The cost of new hashes of secrets and passwords: RFC 9106 section 4, second recommended option, with less memory for a
 * machine that also serves calls. A hash contains the cost that it was made with.
 */
export const hashCost = {
  /** In KiB. */
  memory: 19_456,
  passes: 2,
  /** The number of lanes. */
  parallelism: 1,
}
