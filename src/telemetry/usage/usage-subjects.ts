/**
 * The subjects of usage counts. They are created once for each client and operation, so that a call only looks
 * them up.
 */

import type { Client } from '../../consumers/index.ts'
import type { CallLocation } from '../calls/index.ts'
import type { UsageSubject } from './usage-subject.ts'

/** Returns the same subject for the same client and location. Both are held weakly. */
export class UsageSubjects {
  readonly #byClient = new WeakMap<Client, WeakMap<CallLocation, UsageSubject>>()

  getOrCreate(client: Client, where: CallLocation, make: () => UsageSubject): UsageSubject {
    let known = this.#byClient.get(client)
    if (!known) {
      known = new WeakMap()
      this.#byClient.set(client, known)
    }
    let subject = known.get(where)
    if (!subject) {
      subject = make()
      known.set(where, subject)
    }
    return subject
  }
}
