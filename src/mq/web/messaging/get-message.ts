/** DELETE and GET …/queue/{queue}/message: gets or browses a message. GET …/messagelist lists messages. */
import { ClientDisconnectedError } from '../../../shared/http/request/read-body.ts'
import { type Message, type MessageSummary, MqError } from '../../manager/index.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import type { RestVersion } from '../context/rest-dialect.ts'
import { WaitEndedError } from '../context/waiting-gets.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseIntegerParameter, parseQueryParameters } from '../http/request-input.ts'
import { renderEvent, renderEventHeaders, structuredType } from './cloud-events.ts'
import { renderDescriptorHeaders } from './descriptor-headers.ts'
import { tooLong } from './message-json.ts'
import { runWithMessagingConnection } from './messaging-connection.ts'
import { isZeroMqId, parseMessageSelection, renderMqId } from './mq-ids.ts'

const plain = 'text/plain; charset=utf-8'
const maxWaitMs = 2_147_483_647
/** The limit of the headers of a message. The gateway accepts 64 KiB from an upstream, and a message must not get lost there. */
const maxHeaderBytes = 60 * 1024

/** DELETE: gets the next message. It waits up to `wait` milliseconds while the client is there; 204 without one. */
export async function getMessage(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const query = parseQueryParameters(context, ['messageId', 'correlationId', 'wait'])
  const selection = parseMessageSelection(query, context)
  const wait = parseIntegerParameter('wait', query.wait, { min: 0, max: maxWaitMs })

  return runWithMessagingConnection(context, queue, 'get from', async (connection) => {
    if (context.request.socket.destroyed) throw new ClientDisconnectedError('the client went away')
    let format = ''
    const accepts = (message: MessageSummary) => {
      format = message.format
      return isText(message)
    }
    const waiting = wait ? context.services.waitingGets.start(context.signal()) : undefined
    const waitOptions = wait && waiting ? { waitMs: wait, signal: waiting.signal } : {}
    // The message is back on its queue when its response cannot be built, or the client is gone.
    const unitOfWork = connection.beginUnitOfWork()
    try {
      const message = await connection.get(queue, { ...selection, ...waitOptions, accepts, unitOfWork })
      const response = render(message, context)
      context.signal().throwIfAborted()
      await unitOfWork.commit()
      return response
    } catch (error) {
      await unitOfWork.backout({ countsBackout: false })
      if (error instanceof WaitEndedError) return emptyResponse(204)
      if (error instanceof MqError && error.reasonCode === 2110) throw notText(queue, format)
      throw error
    } finally {
      waiting?.leave()
    }
  })
}

/** GET: returns the next message and leaves it on the queue. The response is 204 without a message. */
export async function browseMessage(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const selection = parseMessageSelection(parseQueryParameters(context, ['messageId', 'correlationId']), context)

  return runWithMessagingConnection(context, queue, 'browse from', async (connection) => {
    const message = await connection.browse(queue, selection)
    if (message && !isText(message)) throw notText(queue, message.format)
    return render(message, context)
  })
}

/** GET …/depth: returns the number of messages on the queue. */
export async function showDepth(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  parseQueryParameters(context, [])
  return runWithMessagingConnection(context, queue, 'browse from', async (connection) =>
    jsonResponse(200, { queue, depth: await connection.countMessages(queue) }),
  )
}

/** Throws MQWB0329E (500) for a message whose properties are too long as headers. */
function render(message: Message | undefined, context: RestContext): RestResponse {
  if (!message) return emptyResponse(204)
  const isStructured = context.request.headers.accept?.includes(structuredType) === true
  const content = isStructured
    ? { 'Content-Type': `${structuredType}; charset=utf-8` }
    : { 'Content-Type': plain, ...renderEventHeaders(message) }
  const headers = { ...content, ...renderDescriptorHeaders(message, context) }
  if (Object.keys(message.properties).length > 0 && JSON.stringify(headers).length > maxHeaderBytes)
    throw tooLong(message, context.version, 'headers')
  const source = `/qmgr/${context.params.qmgr}/queue/${context.params.queue}`
  return { status: 200, headers, body: isStructured ? renderEvent(message, source) : message.body }
}

function isText({ format }: MessageSummary): boolean {
  return format.trimEnd() === 'MQSTR'
}

function notText(queue: string, format: string): RestError {
  return new RestError('MQWB0309E', [queue, format.trimEnd()], { completionCode: 2, reasonCode: 2110 })
}

const defaultLimit = 10
/** The maximum number of messages in one response, so that one request cannot block all others. */
const maxListedMessages = 10_000

export async function listMessages(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const query = parseQueryParameters(context, ['limit', 'messageId', 'correlationId'])
  const selection = parseMessageSelection(query, context)
  const limit = parseIntegerParameter('limit', query.limit, { min: 1, max: 2_147_483_647 }) ?? defaultLimit

  return runWithMessagingConnection(context, queue, 'browse from', async (connection) => {
    try {
      const messages = await connection.list(queue, { ...selection, limit: Math.min(limit, maxListedMessages) })
      return jsonResponse(200, { messages: messages.map((message) => entry(message, context.version)) })
    } catch (error) {
      if (error instanceof MqError && error.reasonCode === 2016) return jsonResponse(200, { messages: [] })
      throw error
    }
  })
}

function entry({ format, messageId, correlationId }: MessageSummary, version: RestVersion) {
  const entry = { format: format.trimEnd(), messageId: renderMqId(messageId, version) }
  return isZeroMqId(correlationId) ? entry : { ...entry, correlationId: renderMqId(correlationId, version) }
}
