/** How often people may sign up from one address. */
import { hash } from 'node:crypto'

import type { Clock } from '../../lib/clock.ts'
import type { Store } from '../../storage/index.ts'
import { Refusal } from '../http/refusal.ts'

export interface SignUps {
  /** Throws when there were too many. */
  count(address: string): Promise<void>
}

const most = 20
const windowMs = 3_600_000

export function openSignUps(path: string, { store, clock }: { store: Store; clock: Clock }): SignUps {
  const kind = `portal-sign-ups ${path}`

  return {
    async count(address) {
      const window = Math.floor(clock() / windowMs)
      const endsAt = (window + 1) * windowMs
      const key = hash('sha256', `${window} ${address}`, 'base64url')
      if ((await store.count(kind, key, 1, endsAt)) <= most) return
      throw new Refusal('too_many_sign_ups', { retryAfter: Math.ceil((endsAt - clock()) / 1000) })
    },
  }
}
