/**
 * Searches the messages of a queue for a text: in the body, the values of properties, the ids and the descriptor. It
 * browses the queue message by message, up to a limit of messages and time.
 */
import type { Connection, Message } from '../../qm/index.ts'

export interface MessageSearch {
  /** The text to find, in upper or lower case. */
  text: string
  /** The number of matching messages to skip. */
  offset: number
  /** The number of messages to return. */
  limit: number
  /** The number of messages to browse at most. */
  maxMessages: number
}

export interface FoundMessages {
  messages: readonly Message[]
  /** Whether there are more matching messages, or messages that were not searched. */
  more: boolean
  /** The number of messages that were searched. */
  searched: number
}

/** Large bodies are searched up to this many bytes. */
const maxSearchedBytes = 1024 * 1024
/** A search ends after this time, with what it found. */
const maxSearchMs = 5_000

/** Rejects with an `MqError` when the principal may not browse the queue. */
export async function searchMessages(
  connection: Connection,
  queue: string,
  { text, offset, limit, maxMessages }: MessageSearch,
): Promise<FoundMessages> {
  const wanted = text.toLowerCase()
  const browser = connection.open(queue, { mode: 'browse' })
  const end = performance.now() + maxSearchMs
  const messages: Message[] = []
  let [searched, matches] = [0, 0]
  try {
    while (searched < maxMessages && performance.now() < end) {
      const message = await browser.browseNext()
      if (!message) return { messages, more: false, searched }
      searched += 1
      if (!containsText(message, wanted)) continue
      matches += 1
      if (matches > offset + limit) return { messages, more: true, searched }
      if (matches > offset) messages.push(message)
    }
    return { messages, more: true, searched }
  } finally {
    browser.close()
  }
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
