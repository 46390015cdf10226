/** Finds the maximum message length from the MAXMSGL attributes of the queue and the queue manager. */
import type { RunningQueueManager } from '../running/running-queue-manager.ts'
import type { MaxMessageLength } from '../types/connection.ts'

/**
 * Returns the limit for puts to a queue, or for publications when no queue is given. Only the queue manager
 * limits messages for remote queues, because the remote queue is not known here.
 */
export function findMaxMessageLength(running: RunningQueueManager, queue?: string): MaxMessageLength {
  const ofManager = Number(running.attribute('MAXMSGL'))
  const route = queue === undefined ? undefined : running.resolver.resolvePut({ queue })
  const ofQueue = route && 'queue' in route && !route.remote ? route.queue.settings.maxMessageBytes : undefined
  return ofQueue !== undefined && ofQueue <= ofManager
    ? { bytes: ofQueue, reasonCode: 2030 }
    : { bytes: ofManager, reasonCode: 2031 }
}
