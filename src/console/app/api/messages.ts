/** Lists, puts, publishes and deletes messages. */
import { path } from '../../../ui/api/client.ts'
import { request, resourceUrl } from './client.ts'

export interface MessageSummary {
  /** 48 hexadecimal digits. */
  messageId: string
  correlationId?: string
  format: string
  /** The length of the body in bytes. */
  length: number
  persistence: 'persistent' | 'nonPersistent'
  priority: number
  /** The remaining lifetime in milliseconds; absent if unlimited. */
  expiry?: number
  /** The put time in ISO 8601. */
  putAt: string
  userId: string
  applicationName: string
  backoutCount: number
  /** The first characters of the body, after a dead-letter header; absent for long messages. */
  preview?: string
  deadLetter?: DeadLetterHeader
}

/** The dead-letter header before a body: why the message could not be delivered, and to which queue. */
export interface DeadLetterHeader {
  reason: number
  reasonName: string
  queue: string
  manager: string
  /** The format of the message after the header. */
  format: string
}

export interface MessageProperty {
  name: string
  type: string
  value: string
}

export interface MessageDetails extends MessageSummary {
  ccsid: number
  replyTo?: string
  /** The group of the message, and its sequence number in the group, from 1. */
  group?: { id: string; sequence: number; isLast?: boolean }
  publication?: { topicString: string; userData: string }
  properties: readonly MessageProperty[]
  /** The body in base64. */
  body: string
  /** Whether `body` contains only the first part of the body. The download contains all of it. */
  truncated: boolean
  /** With the length of the header in bytes. */
  deadLetter?: DeadLetterHeader & { length: number }
}

export interface PutMessageRequest {
  text: string
  persistence: 'asQueueDefault' | 'persistent' | 'nonPersistent'
  priority?: number
  expiry?: number
  correlationId?: string
  replyTo?: string
  properties: readonly MessageProperty[]
}

export interface MessagePage {
  messages: readonly MessageSummary[]
  more: boolean
  /** The number of messages on the queue; absent for an alias queue. */
  total?: number
  /** The number of messages that a search looked at. */
  searched?: number
  /** Where a search goes on; absent when it came to the end of the queue. */
  next?: string
}

export function listMessages(
  manager: string,
  queue: string,
  query: {
    limit: number
    offset?: number
    sort?: string | undefined
    search?: string
    after?: string | undefined
  },
  signal?: AbortSignal,
): Promise<MessagePage> {
  return request('GET', path`qmgr/${manager}/queue/${queue}/messages`, { query, signal })
}

/**
 * Returns the position, from 0, of the first message that was put at a time or later, or that has a correlation id; -1
 * when there is none.
 */
export async function findMessagePosition(
  manager: string,
  queue: string,
  query: { at: string } | { correlationId: string },
): Promise<number> {
  const url = path`qmgr/${manager}/queue/${queue}/message-position`
  return (await request<{ position: number }>('GET', url, { query })).position
}

export function loadMessage(manager: string, queue: string, id: string, signal?: AbortSignal): Promise<MessageDetails> {
  return request('GET', path`qmgr/${manager}/queue/${queue}/messages/${id}`, { signal })
}

/** Returns the URL from which the body of a message can be downloaded. */
export function buildMessageBodyUrl(manager: string, queue: string, id: string): string {
  return resourceUrl(path`qmgr/${manager}/queue/${queue}/messages/${id}/body`)
}

export function putMessage(manager: string, queue: string, message: PutMessageRequest): Promise<{ messageId: string }> {
  return request('POST', path`qmgr/${manager}/queue/${queue}/messages`, { body: message })
}

export function deleteMessage(manager: string, queue: string, id: string): Promise<void> {
  return request('DELETE', path`qmgr/${manager}/queue/${queue}/messages/${id}`)
}

export function publishMessage(
  manager: string,
  topicString: string,
  message: PutMessageRequest & { retain: boolean },
): Promise<void> {
  return request('POST', path`qmgr/${manager}/topic/${topicString}/messages`, { body: message })
}

/** Puts the content of a file as a message without a format. */
export function putFile(manager: string, queue: string, base64: string): Promise<{ messageId: string }> {
  return request('POST', path`qmgr/${manager}/queue/${queue}/messages`, { body: { file: base64 } })
}
