/** Finds the message of a queue that a call has put or taken, so that its sender can learn what became of it. */
import { findTraceIds, type TraceIds } from '../../shared/lib/headers/call-ids.ts'
import type { MovedMessage } from '../telemetry/calls/index.ts'
import type { Call } from './call/call.ts'
import { findHeader } from './message/headers.ts'
import { findNamedQueue } from './security/queue-access.ts'

/** Returns undefined for a call that has moved none. `trace` is that of the call, which the messages of a put carry. */
export function findMovedMessage(call: Call, trace: TraceIds | undefined): MovedMessage | undefined {
  const { response, message, route, caller } = call
  const how = route.endpoint?.messageAction
  if (!how || response.statusCode >= 300 || findHeader(message.readableHeaders, 'idempotent-replayed')) return undefined
  const messageId = findMessageId(message.headers)
  const traceId = (how === 'put' ? trace : findTraceIds(findHeader(message.readableHeaders, 'traceparent')))?.traceId
  if (messageId === undefined && traceId === undefined) return undefined
  const named = findNamedQueue(call)
  return {
    how,
    messageId,
    traceId,
    queue: named && `${named.qmgr}/${named.queue}`,
    plan: caller.entitlement?.plan.name,
  }
}

/** Returns the message id of `ibm-mq-md-messageId`, or of another dialect's header, without the prefix of version 3. */
function findMessageId(headers: readonly string[]): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    if (!/-mq-md-messageid$/i.test(headers[index] ?? '')) continue
    return /^(?:ID:)?([0-9a-f]{48})$/i.exec(headers[index + 1] ?? '')?.[1]?.toLowerCase()
  }
  return undefined
}
