/** Streaming queues: a copy of what is put to a queue goes to the one that STREAMQ names. */
import type { Target } from '../queues/puts.ts'
import { MqError } from '../types.ts'
import { forTransmission } from './headers.ts'
import type { Resolver } from './resolve.ts'

/**
 * The target, and its copy if there is to be one: the same message under the same id. STRMQOS(MUSTDUP) fails the put when
 * the copy cannot be made; otherwise it goes without.
 */
export function withStream(
  resolver: Resolver,
  target: Target,
  newMessageId: () => Buffer,
): readonly Target[] {
  const { streamQueue, streamMust } = target.queue.settings
  if (streamQueue === '') return [target]
  const draft = { ...target.draft, messageId: target.draft.messageId ?? newMessageId() }
  try {
    const route = resolver.forPut({ queue: streamQueue })
    if ('topic' in route) return [target]
    const copy = route.remote ? forTransmission(draft, route.remote) : draft
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
