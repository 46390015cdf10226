/** POST /messaging/qmgr/{qmgr}/queue/{queue}/message: puts the body as one message. */
import { type Answer, type Call, empty } from '../call/call.ts'
import { withConnection } from './connect.ts'
import { requireText } from './content-type.ts'
import { readDescriptor } from './descriptor.ts'
import { renderId } from './ids.ts'
import { readMessageBody } from './message-body.ts'

const plain = { 'Content-Type': 'text/plain; charset=utf-8' } as const

export async function put(call: Call): Promise<Answer> {
  const { request, params, dialect, version } = call
  const queue = params.queue as string

  requireText(request.headers['content-type'])
  const descriptor = readDescriptor(request.headers, call)

  return withConnection(call, queue, 'put to', async (connection) => {
    const body = await readMessageBody(call, connection, queue)
    const { messageId } = await connection.put({ queue }, { ...descriptor, body })
    return empty(201, { ...plain, [dialect.headers.messageId]: renderId(messageId, version) })
  })
}
