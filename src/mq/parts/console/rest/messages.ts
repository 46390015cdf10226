/** The messages of a queue: list in pages, show, download, put and get. */
import type { BrowsePosition, Connection, Message, MessageSummary } from '../../../manager/index.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { parseBody } from '../../../web/http/parse-body.ts'
import { parseIntegerParameter, parseQueryParameters, readJsonObjectBody } from '../../../web/http/request-input.ts'
import { isZeroMqId, parseMqId } from '../../../web/messaging/mq-ids.ts'
import { messageResources, PublishMessageRequest, PutMessageRequest } from '../contract/messages.ts'
import { runWithBrowseConnection, runWithConsoleConnection } from './console-connection.ts'
import { parseMessageOrder } from './message-order.ts'
import { buildNewMessage, renderConsoleMessage, renderListedMessage, renderMessageSummary } from './message-view.ts'

interface MessageSearch {
  /** The text to find, in upper or lower case. */
  text: string
  /** Where an earlier search ended; the first message of the queue when undefined. */
  after: BrowsePosition | undefined
  /** The number of messages to return. */
  limit: number
}

interface FoundMessages {
  messages: readonly Message[]
  /** The number of messages that were searched. */
  searched: number
  /** Where the next search goes on; undefined when this one came to the end of the queue. */
  next: string | undefined
}

/** Large bodies are searched up to this many bytes. */
const maxSearchedBytes = 1024 * 1024
/** A search ends after this time, with what it found. */
const maxSearchMs = 3_000

/** Rejects with an `MqError` when the principal may not browse the queue. */
async function searchMessages(
  connection: Connection,
  queue: string,
  { text, after, limit }: MessageSearch,
): Promise<FoundMessages> {
  const wanted = text.toLowerCase()
  using browser = connection.open(queue, { mode: 'browse', after })
  const end = performance.now() + maxSearchMs
  const messages: Message[] = []
  let searched = 0
  while (messages.length < limit && (searched === 0 || performance.now() < end)) {
    const message = await browser.browseNext()
    if (!message) return { messages, searched, next: undefined }
    searched += 1
    if (containsText(message, wanted)) messages.push(message)
  }
  const { browsePosition: next } = browser
  return { messages, searched, next: next && `${next.lane}.${next.sequence}` }
}

/** Reads the `next` of an earlier search. Throws MQWB0013E for a text that is none. */
function parsePosition(text: string | undefined): BrowsePosition | undefined {
  if (text === undefined) return undefined
  const [, lane, sequence] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  if (lane === undefined || sequence === undefined)
    throw new RestError('MQWB0013E', [text, 'after', 'it must be the member next of an earlier search'])
  return { lane: Number(lane), sequence: Number(sequence) }
}

function containsText(message: Message, wanted: string): boolean {
  const { messageId, correlationId, userId, applicationName, properties, body } = message
  const fields = [messageId.toString('hex'), correlationId.toString('hex'), userId, applicationName]
  const values = Object.entries(properties).flatMap(([name, { value }]) => [name, String(value)])
  return (
    [...fields, ...values].some((each) => each.toLowerCase().includes(wanted)) ||
    body.subarray(0, maxSearchedBytes).toString('utf8').toLowerCase().includes(wanted)
  )
}

/** The list has no text preview of messages longer than this many bytes. */
const maxPreviewedBytes = 64 * 1024
/** The list reads longer messages on a dead-letter queue, whose headers it shows: the default MAXMSGL and a header. */
const maxDeadLetterBytes = 4 * 1024 * 1024 + 4096
const defaultPageSize = 25
/** The maximum page size: the server reads a preview of each message from disk. */
const maxPageSize = 100

/** The maximum length of a request that puts a message, whose body may be a file in base64. */
const { maxBodyBytes } = messageResources['POST /qmgr/:qmgr/queue/:queue/messages']

/** GET: one page of messages, or with `search` of those that contain a text, in delivery order, and whether there are more. */
export async function listConsoleMessages(context: RestContext): Promise<RestResponse> {
  const { mqConsoleMaxMsgsPerRequest: maxMessages, mqConsoleMaxMsgCharsToDisplay: characters } =
    context.services.settings().properties
  const query = parseQueryParameters(context, ['offset', 'limit', 'search', 'after', 'sort'])
  const order = parseMessageOrder(query.sort)
  const offset = parseIntegerParameter('offset', query.offset, { min: 0, max: maxMessages }) ?? 0
  const limit =
    parseIntegerParameter('limit', query.limit, { min: 1, max: Math.min(maxPageSize, maxMessages) }) ??
    Math.min(defaultPageSize, maxMessages)

  return runWithBrowseConnection(context, async (connection, queue) => {
    if (query.search) {
      const search = { text: query.search, after: parsePosition(query.after), limit }
      const { messages, searched, next } = await searchMessages(connection, queue, search)
      const shown = messages.map((each) => renderListedMessage(each, characters))
      const total = findDepth(connection, queue)
      return jsonResponse(200, { messages: shown, more: next !== undefined, searched, next, total })
    }
    const last = Math.min(offset + limit, maxMessages)
    const found = await connection.list(queue, { limit: (order ? maxMessages : last) + 1 })
    const sorted = order ? found.slice(0, maxMessages).sort(order) : found
    const page = sorted.slice(offset, last)
    const messages: object[] = []
    // One at a time: a page of dead letters can have 100 bodies of 4 MiB.
    for (const each of page) messages.push(await readListed(connection, queue, each, characters))
    const total = findDepth(connection, queue)
    return jsonResponse(200, { messages, more: found.length > last, total })
  })
}

/** Returns the number of messages on a local queue; undefined for an alias. */
function findDepth({ manager }: Connection, queue: string): number | undefined {
  for (const { name, depth } of manager.readMetrics()?.queues ?? []) if (name === queue) return depth
  return undefined
}

/** GET of one message with its body and properties. The message stays on the queue. */
export async function showConsoleMessage(context: RestContext): Promise<RestResponse> {
  const maxBytes = context.services.settings().properties.mqConsoleMaxMsgRequestSize * 1024 * 1024
  return jsonResponse(200, renderConsoleMessage(await browseMessage(context), maxBytes))
}

/** GET of the body of one message as a file download. */
export async function downloadMessageBody(context: RestContext): Promise<RestResponse> {
  const { messageId, body } = await browseMessage(context)
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="message-${messageId.toString('hex')}"`,
    },
    body,
  }
}

async function browseMessage(context: RestContext): Promise<Message> {
  const messageId = readMessageId(context)
  return runWithBrowseConnection(context, async (connection, queue) => {
    const message = await connection.browse(queue, { messageId })
    if (!message) throw gone(context)
    return message
  })
}

export async function putConsoleMessage(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const body = parseBody(PutMessageRequest, await readJsonObjectBody(context.request, maxBodyBytes))
  const message = buildNewMessage(body)
  const { queueManager } = body
  const target = queueManager === undefined ? { queue } : { queue, queueManager }

  return runWithConsoleConnection(context, queue, 'put to', async (connection) => {
    const { messageId } = await connection.put(target, message)
    return jsonResponse(201, { messageId: messageId.toString('hex') })
  })
}

/** DELETE: removes one message from the queue. */
export async function getConsoleMessage(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const messageId = readMessageId(context)

  return runWithConsoleConnection(context, queue, 'get from', async (connection) => {
    if (!(await connection.get(queue, { messageId }))) throw gone(context)
    return emptyResponse(204)
  })
}

async function readListed(
  connection: Connection,
  queue: string,
  summary: MessageSummary,
  characters: number,
): Promise<object> {
  const { format, length, messageId } = summary
  const maxBytes = format.trimEnd() === 'MQDEAD' ? maxDeadLetterBytes : maxPreviewedBytes
  const message = length <= maxBytes ? await connection.browse(queue, { messageId }) : undefined
  return message ? renderListedMessage(message, characters) : renderMessageSummary(summary)
}

function readMessageId({ params, version }: RestContext): Buffer {
  const text = params.messageId as string
  const id = parseMqId(text, version)
  if (!id || isZeroMqId(id)) throw new RestError('MQWB0013E', [text, 'messageId', 'it must be 48 hexadecimal digits'])
  return id
}

function gone({ params }: RestContext): RestError {
  return new RestError('MQWB0042E', [params.messageId as string, params.queue as string])
}

/** POST of a message to a topic string: publishes it to all subscribers. */
export async function publishConsoleMessage(context: RestContext): Promise<RestResponse> {
  const topic = context.params.topic as string
  const body = parseBody(PublishMessageRequest, await readJsonObjectBody(context.request))
  // A publication has no correlation id and no reply-to queue.
  const { correlationId, replyTo, ...message } = buildNewMessage(body)
  const { retain } = body

  return runWithConsoleConnection(context, topic, 'publish to', async (connection) => {
    await connection.publish(topic, { ...message, retain })
    return emptyResponse(201)
  })
}
