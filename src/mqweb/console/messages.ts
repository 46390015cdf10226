/** The messages of a queue: listed in pages, looked at whole, put, and taken away one by one. */
import type { Connection, MessageSummary, NewMessage } from '../../qm/index.ts'
import { type Answer, type Call, empty, json } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { readJsonObject } from '../http/json-body.ts'
import { readInteger, readQuery } from '../http/query.ts'
import { parseId } from '../messaging/ids.ts'
import { requireBrowsing } from './browsing.ts'
import { withConnection } from './connect.ts'
import { describeMessage, describeSummary } from './message-view.ts'
import { readNewMessage } from './new-message.ts'

/** Messages longer than this are listed without the beginning of their text. */
const longestPreviewed = 64 * 1024
const pageSize = 25
/** Messages of one page at most: their beginnings are read from disk. */
const longestPage = 100

/** GET: one page in the order of delivery, and whether there are more. */
export async function list(call: Call): Promise<Answer> {
  requireBrowsing(call)
  const queue = call.params.queue as string
  const { mqConsoleMaxMsgsPerRequest: most, mqConsoleMaxMsgCharsToDisplay: characters } =
    call.services.settings().properties
  const query = readQuery(call, ['offset', 'limit'])
  const offset = readInteger('offset', query.offset, { min: 0, max: most }) ?? 0
  const limit =
    readInteger('limit', query.limit, { min: 1, max: Math.min(longestPage, most) }) ??
    Math.min(pageSize, most)

  return withConnection(call, queue, 'browse from', async (connection) => {
    const last = Math.min(offset + limit, most)
    const found = await connection.list(queue, { limit: last + 1 })
    const page = found.slice(offset, last)
    const messages = await Promise.all(page.map((each) => preview(connection, queue, each, characters)))
    return json(200, { messages, more: found.length > last })
  })
}

/** GET of one, with its body and properties; the message stays. */
export async function show(call: Call): Promise<Answer> {
  requireBrowsing(call)
  const queue = call.params.queue as string
  const messageId = readMessageId(call)
  const longest = call.services.settings().properties.mqConsoleMaxMsgRequestSize * 1024 * 1024

  return withConnection(call, queue, 'browse from', async (connection) => {
    const message = await connection.browse(queue, { messageId })
    if (!message) throw gone(call)
    return json(200, describeMessage(message, longest))
  })
}

/** GET of the body alone, as a file. */
export async function download(call: Call): Promise<Answer> {
  requireBrowsing(call)
  const queue = call.params.queue as string
  const messageId = readMessageId(call)

  return withConnection(call, queue, 'browse from', async (connection) => {
    const message = await connection.browse(queue, { messageId })
    if (!message) throw gone(call)
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="message-${messageId.toString('hex')}"`,
      },
      body: message.body,
    }
  })
}

export async function put(call: Call): Promise<Answer> {
  const queue = call.params.queue as string
  const message: NewMessage = readNewMessage(await readJsonObject(call.request))

  return withConnection(call, queue, 'put to', async (connection) => {
    const { messageId } = await connection.put({ queue }, message)
    return json(201, { messageId: messageId.toString('hex') })
  })
}

/** DELETE: takes the message away for good. */
export async function take(call: Call): Promise<Answer> {
  const queue = call.params.queue as string
  const messageId = readMessageId(call)

  return withConnection(call, queue, 'get from', async (connection) => {
    if (!(await connection.get(queue, { messageId }))) throw gone(call)
    return empty(204)
  })
}

async function preview(connection: Connection, queue: string, summary: MessageSummary, characters: number) {
  const whole =
    summary.length <= longestPreviewed
      ? await connection.browse(queue, { messageId: summary.messageId })
      : undefined
  return { ...describeSummary(summary), ...(whole ? { preview: textOf(whole.body, characters) } : {}) }
}

/** The first characters; bytes that are no text become replacement characters. */
function textOf(body: Buffer, characters: number): string {
  return [...body.subarray(0, characters * 4).toString('utf8')].slice(0, characters).join('')
}

function readMessageId({ params, version }: Call): Buffer {
  const text = params.messageId as string
  const id = parseId(text, version)
  if (!id) throw new RestError('MQWB0013E', [text, 'messageId', 'it must be 48 hexadecimal digits'])
  return id
}

function gone({ params }: Call): RestError {
  return new RestError('MQWB0042E', [params.messageId as string, params.queue as string])
}
