/** Adds the copies of messages for streaming queues (STREAMQ). */
import type { PutTarget } from '../persistence/message-puts.ts'
import { MqError } from '../types/errors.ts'
import { addTransmissionHeader } from './message-headers.ts'
import type { NameResolver } from './name-resolver.ts'

/** Returns the target and the copy for its streaming queue, whose failure fails the put only with STRMQOS(MUSTDUP). */
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
