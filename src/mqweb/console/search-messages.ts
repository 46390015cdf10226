/** Searches bodies, properties, ids and descriptors for a text, for a limited time; the next search goes on. */
import type { BrowsePosition, Connection, Message } from '../../qm/index.ts'
import { RestError } from '../errors/rest-error.ts'

export interface MessageSearch {
  /** The text to find, in upper or lower case. */
  text: string
  /** Where an earlier search ended; the first message of the queue when undefined. */
  after: BrowsePosition | undefined
  /** The number of messages to return. */
  limit: number
}

export interface FoundMessages {
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
export async function searchMessages(
  connection: Connection,
  queue: string,
  { text, after, limit }: MessageSearch,
): Promise<FoundMessages> {
  const wanted = text.toLowerCase()
  const browser = connection.open(queue, { mode: 'browse', after })
  const end = performance.now() + maxSearchMs
  const messages: Message[] = []
  let searched = 0
  try {
    while (messages.length < limit && (searched === 0 || performance.now() < end)) {
      const message = await browser.browseNext()
      if (!message) return { messages, searched, next: undefined }
      searched += 1
      if (containsText(message, wanted)) messages.push(message)
    }
    return { messages, searched, next: renderPosition(browser.browsePosition) }
  } finally {
    browser.close()
  }
}

function renderPosition(position: BrowsePosition | undefined): string | undefined {
  return position && `${position.lane}.${position.sequence}`
}

/** Reads the `next` of an earlier search. Throws MQWB0013E for a text that is none. */
export function parsePosition(text: string | undefined): BrowsePosition | undefined {
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
