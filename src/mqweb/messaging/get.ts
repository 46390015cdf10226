/**
 * DELETE and GET /messaging/qmgr/{qmgr}/queue/{queue}/message: the next message, taken from the queue or left there.
 */
import { type Message, type MessageSummary, MqError } from '../../qm/index.ts'
import { type Answer, type Call, empty } from '../call/call.ts'
import { RestError } from '../errors/rest-error.ts'
import { ClientGone } from '../http/body.ts'
import { readInteger, readQuery } from '../http/query.ts'
import { withConnection } from './connect.ts'
import { renderDescriptor } from './descriptor.ts'
import { readSelection } from './selection.ts'
import { WaitEnded } from './waiting-gets.ts'

const plain = 'text/plain; charset=utf-8'
const longestWait = 2_147_483_647

/**
 * DELETE: takes the message. With `wait` it waits so many milliseconds for one, unless the client goes away or the
 * server ends.
 */
export async function take(call: Call): Promise<Answer> {
  const queue = call.params.queue as string
  const query = readQuery(call, ['messageId', 'correlationId', 'wait'])
  const selection = readSelection(query, call)
  const wait = readInteger('wait', query.wait, { min: 0, max: longestWait })

  return withConnection(call, queue, 'get from', async (connection) => {
    if (call.request.socket.destroyed) throw new ClientGone('the client went away')
    let format = ''
    const accepts = (message: MessageSummary) => {
      format = message.format
      return isText(message)
    }
    const waiting = wait ? call.services.waitingGets.enter(call.signal) : undefined
    const patience = wait && waiting ? { wait, signal: waiting.signal } : {}
    try {
      return render(await connection.get(queue, { ...selection, ...patience, accepts }), call)
    } catch (error) {
      if (error instanceof WaitEnded) return empty(204)
      if (error instanceof MqError && error.reasonCode === 2110) throw notText(queue, format)
      throw error
    } finally {
      waiting?.leave()
    }
  })
}

/** GET: shows the message. */
export async function browse(call: Call): Promise<Answer> {
  const queue = call.params.queue as string
  const selection = readSelection(readQuery(call, ['messageId', 'correlationId']), call)

  return withConnection(call, queue, 'browse from', async (connection) => {
    const message = await connection.browse(queue, selection)
    if (message && !isText(message)) throw notText(queue, message.format)
    return render(message, call)
  })
}

function render(message: Message | undefined, call: Call): Answer {
  if (!message) return empty(204)
  return {
    status: 200,
    headers: { 'Content-Type': plain, ...renderDescriptor(message, call) },
    body: message.body,
  }
}

function isText({ format }: MessageSummary): boolean {
  return format.trimEnd() === 'MQSTR'
}

function notText(queue: string, format: string): RestError {
  return new RestError('MQWB0309E', [queue, format.trimEnd()], { completionCode: 2, reasonCode: 2110 })
}
