/** Limits how often a costly action may run within an hour, over all processes that share the store. */
import { hash } from 'node:crypto'
import type { Clock } from '../lib/time/clock.ts'
import { hourMs } from '../lib/time/durations.ts'
import type { CounterStore } from '../storage/index.ts'
import type { AttemptLock } from './attempt.ts'

/** Limits the number of actions per name and hour. `kind` is the kind of the store's records that hold the counters. */
export function openHourlyLimit(
  { kind, perHour }: { kind: string; perHour: number },
  { counters, clock }: { counters: CounterStore; clock: Clock },
) {
  return {
    /** Counts one action. Returns the end of the hour when the limit is exceeded. Throws when the store fails. */
    async count(who: string): Promise<AttemptLock | undefined> {
      const hour = Math.floor(clock() / hourMs)
      const endsAt = (hour + 1) * hourMs
      const key = hash('sha256', `${hour} ${who}`, 'base64url')
      return (await counters.count(kind, key, 1, endsAt)) <= perHour ? undefined : { lockedUntil: endsAt }
    },
  }
}
