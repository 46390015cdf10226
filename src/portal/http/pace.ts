/** How often somebody may do what costs everybody something, counted over all workers. */
import { hash } from 'node:crypto'

import type { Clock } from '../../lib/clock.ts'
import type { Store } from '../../storage/index.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

export interface Pace {
  /** Counts one more; throws when there were too many. */
  count(who: string): Promise<void>
}

export interface PaceLimits {
  /** What is counted, as the store's kind. */
  kind: string
  mostPerHour: number
  refusal: RefusalCode
}

const windowMs = 3_600_000

export function openPace(
  { kind, mostPerHour, refusal }: PaceLimits,
  { store, clock }: { store: Store; clock: Clock },
): Pace {
  return {
    async count(who) {
      const window = Math.floor(clock() / windowMs)
      const endsAt = (window + 1) * windowMs
      const key = hash('sha256', `${window} ${who}`, 'base64url')
      if ((await store.count(kind, key, 1, endsAt)) <= mostPerHour) return
      throw new Refusal(refusal, { retryAfter: Math.ceil((endsAt - clock()) / 1000) })
    },
  }
}
