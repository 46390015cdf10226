/** Streaming queues: a copy of what is put to a queue goes to the one that STREAMQ names. */
import type { PutTarget } from '../persistence/message-puts.ts'
import { MqError } from '../types/queue-manager.ts'
import { addTransmissionHeader } from './message-headers.ts'
import type { NameResolver } from './name-resolver.ts'

/**
 * The target, and its copy if there is to be one: the same message under the same id. STRMQOS(MUSTDUP) fails the put when
 * the copy cannot be made; otherwise it goes without.
 */
export function addStreamCopy(
  resolver: NameResolver,
  target: PutTarget,
  newMessageId: () => Buffer,
): readonly PutTarget[] {
  const { streamQueue, mustStream: streamMust } = target.queue.settings
  if (streamQueue === '') return [target]
  const draft = { ...target.draft, messageId: target.draft.messageId ?? newMessageId() }
  try {
    const route = resolver.resolvePut({ queue: streamQueue })
    if ('topicString' in route) return [target]
    const copy = route.remote ? addTransmissionHeader(draft, route.remote) : draft
    route.queue.checkPut(copy.body.length)
    return [
      { queue: target.queue, draft },
      { queue: route.queue, draft: copy },
    ]
  } catch (error) {
    if (streamMust || !(error instanceof MqError)) throw error
    return [target]
  }
}
