/** Reads the ids of the messages that a request names. */
import { restV1 } from '../context/rest-version.ts'
import { createInvalidMemberError } from '../http/body-members.ts'
import { parseMqId } from '../messaging/mq-ids.ts'

/** The maximum number of messages in one request. */
const maxMessages = 500

/** Returns each id once. Throws `RestError` with status 400 for a value that is no array of 1 to 500 ids. */
export function readMessageIds(value: unknown): Buffer[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxMessages)
    throw createInvalidMemberError('messageIds', value, `it must be an array of 1 to ${maxMessages} message ids`)
  return [...new Set(value as unknown[])].map((text) => {
    const id = typeof text === 'string' ? parseMqId(text, restV1) : undefined
    if (!id) throw createInvalidMemberError('messageIds', text, 'each id must be 48 hexadecimal digits')
    return id
  })
}
