/** Reads the body of a message to put: text in UTF-8, no longer than the queue accepts. */
import { isUtf8 } from 'node:buffer'
import { readBodyWithDynamicLimit } from '../../http/request/read-body.ts'
import { type Connection, MqError } from '../../qm/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'

/**
 * The limit up to which the body is read without asking the queue manager. No queue manager has a smaller maximum
 * message length, and a queue with a smaller one rejects the put.
 */
const safeBytes = 32_768

/**
 * Returns the bytes of the body. Throws `MqError` 2030 or 2031 as soon as the body exceeds the maximum message
 * length of the queue or queue manager, MQWB0310E (400) for invalid UTF-8, and `ClientDisconnectedError`.
 */
export async function readMessageBody(
  { request }: RestContext,
  connection: Connection,
  queue?: string,
): Promise<Buffer> {
  const body = await readBodyWithDynamicLimit(request, safeBytes, async (length) => {
    const { bytes, reasonCode } = connection.maxMessageLength(queue)
    if (length > bytes) throw new MqError(reasonCode, `the message is longer than ${bytes} bytes`)
    return bytes
  })
  if (!isUtf8(body)) throw new RestError('MQWB0310E')
  return body
}
