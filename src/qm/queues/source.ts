/** Where the messages of a queue lie: in memory when they are not persistent, otherwise in the store. */
import type { Entry, Wanted } from './entry.ts'

export interface Source {
  /** Available and held messages, without those set aside. */
  readonly depth: number
  /** A message that was put and, if it is persistent, committed. */
  offer(entry: Entry): void
  /** The first available message that is wanted, in delivery order; expired ones among them. */
  first(wanted: Wanted): Entry | undefined
  /** Available messages in delivery order. Nothing may change while it runs. */
  inOrder(wanted: Wanted): Iterable<Entry>
  hold(entry: Entry): void
  /** A held message is available again, in its old place. */
  restore(entry: Entry): void
  /** A held message is damaged: it stays, is given to nobody, and does not count. */
  setAside(entry: Entry): void
  /** A held message has left the queue. */
  finish(entry: Entry): void
}
