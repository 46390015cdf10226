/** The body of a message that is put: text in UTF-8, no longer than the queue takes. */
import { isUtf8 } from 'node:buffer'
import { readBodyWithDynamicLimit } from '../../http/read-body.ts'
import { type Connection, MqError } from '../../qm/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'

/**
 * No queue manager takes less than this much, and a queue that does says so at the put; so a body up to here is
 * read without asking.
 */
const surely = 32_768

/** The bytes. Throws 2030 or 2031 while a body that is too long still arrives; 400 for what is not UTF-8. */
export async function readMessageBody(
  { request }: RestContext,
  connection: Connection,
  queue?: string,
): Promise<Buffer> {
  const body = await readBodyWithDynamicLimit(request, surely, async (length) => {
    const { bytes, reasonCode } = connection.maximumLength(queue)
    if (length > bytes) throw new MqError(reasonCode, `the message is longer than ${bytes} bytes`)
    return bytes
  })
  if (!isUtf8(body)) throw new RestError('MQWB0310E')
  return body
}
