/** How long a message may be: what the queue and the queue manager say in MAXMSGL. */
import type { Running } from '../running.ts'
import type { MaximumLength } from '../types.ts'

/** What travels on to another queue manager is limited by this one alone: the queue there is not known here. */
export function maximumLength(running: Running, queue?: string): MaximumLength {
  const ofManager = Number(running.attribute('MAXMSGL'))
  const route = queue === undefined ? undefined : running.resolver.forPut({ queue })
  const ofQueue = route && 'queue' in route && !route.remote ? route.queue.settings.maxLength : undefined
  return ofQueue !== undefined && ofQueue <= ofManager
    ? { bytes: ofQueue, reasonCode: 2030 }
    : { bytes: ofManager, reasonCode: 2031 }
}
