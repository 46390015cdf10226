/** Lists, puts, publishes, moves and deletes messages. */
import type { MessageDetails, MessagePage, PutBackResult } from '../../../contract/console/messages.ts'
import { fillPath } from '../../../ui/api/resource-client.ts'
import { type RequestBody, request, resourceUrl } from './client.ts'

export type {
  DeadLetterHeader,
  MessageDetails,
  MessagePage,
  MessageProperty,
  MessageSummary,
  PutBackResult,
  TransferAction,
} from '../../../contract/console/messages.ts'

export type PutMessageRequest = Required<
  Pick<RequestBody<'POST /qmgr/:qmgr/queue/:queue/messages'>, 'text' | 'persistence' | 'properties'>
> &
  RequestBody<'POST /qmgr/:qmgr/queue/:queue/messages'>

export function listMessages(
  qmgr: string,
  queue: string,
  query: { limit: number; offset?: number; sort?: string | undefined; search?: string; after?: string | undefined },
  signal?: AbortSignal,
): Promise<MessagePage> {
  return request('GET /qmgr/:qmgr/queue/:queue/messages', { qmgr, queue }, { query, signal })
}

/**
 * Returns the position, from 0, of the first message that was put at a time or later, or that has a correlation id; -1
 * when there is none.
 */
export async function findMessagePosition(
  qmgr: string,
  queue: string,
  query: { at: string } | { correlationId: string },
): Promise<number> {
  return (await request('GET /qmgr/:qmgr/queue/:queue/message-position', { qmgr, queue }, { query })).position
}

export function loadMessage(
  qmgr: string,
  queue: string,
  messageId: string,
  signal?: AbortSignal,
): Promise<MessageDetails> {
  return request('GET /qmgr/:qmgr/queue/:queue/messages/:messageId', { qmgr, queue, messageId }, { signal })
}

/** Returns the URL from which the body of a message can be downloaded. */
export function buildMessageBodyUrl(qmgr: string, queue: string, messageId: string): string {
  const [, path] = fillPath('GET /qmgr/:qmgr/queue/:queue/messages/:messageId/body', { qmgr, queue, messageId })
  return resourceUrl(path)
}

export function putMessage(qmgr: string, queue: string, body: PutMessageRequest): Promise<{ messageId: string }> {
  return request('POST /qmgr/:qmgr/queue/:queue/messages', { qmgr, queue }, { body })
}

/** Puts the content of a file as a message without a format. */
export function putFile(qmgr: string, queue: string, base64: string): Promise<{ messageId: string }> {
  return request('POST /qmgr/:qmgr/queue/:queue/messages', { qmgr, queue }, { body: { file: base64 } })
}

export function deleteMessage(qmgr: string, queue: string, messageId: string): Promise<void> {
  return request('DELETE /qmgr/:qmgr/queue/:queue/messages/:messageId', { qmgr, queue, messageId }, {})
}

export function publishMessage(
  qmgr: string,
  topic: string,
  body: RequestBody<'POST /qmgr/:qmgr/topic/:topic/messages'>,
): Promise<void> {
  return request('POST /qmgr/:qmgr/topic/:topic/messages', { qmgr, topic }, { body })
}

/** Moves, copies or deletes several messages of a queue in one unit of work. */
export async function transferMessages(
  qmgr: string,
  queue: string,
  body: RequestBody<'POST /qmgr/:qmgr/queue/:queue/messages/transfer'>,
): Promise<void> {
  await request('POST /qmgr/:qmgr/queue/:queue/messages/transfer', { qmgr, queue }, { body })
}

/**
 * Puts messages of a dead-letter queue on their queues, or all on `target`, as they were before their header. Those of
 * `failures` stay.
 */
export function putBackMessages(
  qmgr: string,
  queue: string,
  body: RequestBody<'POST /qmgr/:qmgr/queue/:queue/messages/put-back'>,
): Promise<PutBackResult> {
  return request('POST /qmgr/:qmgr/queue/:queue/messages/put-back', { qmgr, queue }, { body })
}
