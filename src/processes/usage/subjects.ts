/**
 * The subjects under which calls are counted: made once for each client and API, so that a call only looks one up.
 */
import type { Client } from '../../consumers/index.ts'
import type { Subject } from './usage.ts'

/** Answers the same subject for the same client and API, for as long as the client is there. */
export class Subjects {
  readonly #byClient = new WeakMap<Client, Map<string, Subject>>()

  of(client: Client, api: string, make: () => Subject): Subject {
    let byApi = this.#byClient.get(client)
    if (!byApi) {
      byApi = new Map()
      this.#byClient.set(client, byApi)
    }
    let subject = byApi.get(api)
    if (!subject) {
      subject = make()
      byApi.set(api, subject)
    }
    return subject
  }
}
