/** The type of units of work. */

/**
 * A unit of work: messages that are put and got under syncpoint, and stored together or not at all.
 *
 * Messages that were put are invisible, and messages that were got are locked, until the unit ends. The unit
 * belongs to a connection, whose end backs it out. A connection may have several.
 */
export interface UnitOfWork {
  /** The time of its first message in milliseconds since the epoch; undefined while it is empty. */
  readonly startedAt: number | undefined
  /** The number of messages, which MAXUMSGS limits. */
  readonly size: number
  /** Whether messages can be added. */
  readonly isActive: boolean
  /**
   * Stores everything in one commit and ends the unit (MQCMIT). When the commit fails, the unit is backed out, and
   * the promise rejects with reason code 2003. Rejects with 2255 when the unit has ended. Other units of the same
   * queue manager end with the same commit, all or none of them.
   */
  commit(others?: readonly UnitOfWork[]): Promise<void>
  /**
   * Ends the unit (MQBACK): messages that were put disappear, and messages that were got are available again at
   * their previous position, with a backout count that is higher by one unless `countsBackout` is false. Resolves
   * when the backout counts of queues with HARDENBO are on disk. Does nothing when the unit has ended.
   */
  backout(options?: { readonly countsBackout?: boolean }): Promise<void>
  /**
   * Moves everything from another active unit of the same connection to this one, and ends the other. Throws 2024
   * when the sum exceeds MAXUMSGS, and then moves nothing.
   */
  absorb(other: UnitOfWork): void
}
