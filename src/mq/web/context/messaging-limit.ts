/** Limits the concurrent messaging requests of a queue manager, unless the behavior of a full pool is `overflow`. */
import { RestError } from '../errors/rest-error.ts'
import type { RestContext } from './rest-context.ts'

export type MessagingLimit = ReturnType<typeof createMessagingLimit>

export function createMessagingLimit() {
  const places = new Map<string, { taken: number; waiting: Set<() => void> }>()

  return {
    /**
     * Takes a slot, which `release` gives back. When all slots are taken, it returns a promise of one (`block`), which rejects
     * when the client disconnects, or throws MQWB0311E (`error`).
     */
    acquire(qmgr: string, context: Pick<RestContext, 'services' | 'signal'>): Promise<void> | undefined {
      const { mqRestMessagingMaxPoolSize: size, mqRestMessagingFullPoolBehavior: behavior } =
        context.services.settings().properties
      const place = places.get(qmgr) ?? { taken: 0, waiting: new Set() }
      if (place.taken === 0) places.set(qmgr, place)
      if (place.taken >= size) {
        if (behavior === 'error') throw new RestError('MQWB0311E', [size, qmgr])
        return turn(place.waiting, context.signal()) // the request that ends hands over its slot
      }
      place.taken += 1
      return undefined
    },

    release(qmgr: string): void {
      const place = places.get(qmgr)
      if (!place) return
      const [next] = place.waiting
      if (next) next()
      else place.taken -= 1
      if (place.taken === 0) places.delete(qmgr)
    },
  }
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => {
      waiting.delete(take)
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting.delete(take)
      reject(signal.reason)
    }
    waiting.add(take)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
}
