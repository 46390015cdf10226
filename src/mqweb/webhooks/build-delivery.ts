/** Builds the request that delivers a message. */
import type { Message } from '../../qm/index.ts'
import { restV1 } from '../context/rest-dialect.ts'
import type { WebhookRecord } from '../context/webhooks.ts'
import { renderEvent, structuredType } from '../messaging/cloud-events.ts'
import { renderTraceHeaders } from '../messaging/descriptor-headers.ts'
import { renderMessageJson } from '../messaging/message-json.ts'
import type { Delivery } from './webhook-sender.ts'

/** Returns the request. `now` decides which secrets sign it, in milliseconds since the epoch. */
export function buildDelivery(
  message: Message,
  { url, format, secrets, timeoutSeconds, target }: WebhookRecord,
  qmgr: string,
  now: number,
): Delivery {
  const place = 'queue' in target ? `queue/${target.queue}` : `topic/${target.topic}`
  const isEvent = format === 'cloudevent'
  const data = { qmgr, ...target, ...renderMessageJson(message, restV1) }
  const content = isEvent
    ? renderEvent(message, `/qmgr/${qmgr}/${place}`)
    : { type: 'mq.message', timestamp: new Date(message.putAt).toISOString(), data }
  return {
    url,
    id: message.messageId.toString('hex'),
    body: JSON.stringify(content),
    contentType: isEvent ? structuredType : 'application/json',
    headers: renderTraceHeaders(message),
    secrets: secrets.flatMap(({ secret, until = now }) => (until >= now ? [secret] : [])),
    timeoutMs: timeoutSeconds * 1000,
  }
}
