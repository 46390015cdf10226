/** How long a message may be: what the queue and the queue manager say in MAXMSGL. */
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { MaxMessageLength } from '../types/queue-manager.ts'

/** What travels on to another queue manager is limited by this one alone: the queue there is not known here. */
export function findMaxMessageLength(running: RunningQueueManager, queue?: string): MaxMessageLength {
  const ofManager = Number(running.attribute('MAXMSGL'))
  const route = queue === undefined ? undefined : running.resolver.resolvePut({ queue })
  const ofQueue =
    route && 'queue' in route && !route.remote ? route.queue.settings.maxMessageBytes : undefined
  return ofQueue !== undefined && ofQueue <= ofManager
    ? { bytes: ofQueue, reasonCode: 2030 }
    : { bytes: ofManager, reasonCode: 2031 }
}
