/** What the engine refuses, in the messages that commands have for it; the reason code is passed on as it is. */
import type { MqError } from '../types.ts'
import { type MessageId, renderMessage } from './messages.ts'

/** The message of each reason; what is inserted is the object, or where that says less, the engine's own words. */
const messages: Readonly<Record<number, readonly [id: MessageId, insert?: 'object' | 'words']>> = {
  2035: ['AMQ8135E'],
  2042: ['AMQ8148E'],
  2055: ['AMQ8143E'],
  2085: ['AMQ8147E', 'object'],
  2101: ['AMQ8149S', 'object'],
  2436: ['AMQ8404E', 'words'],
  2459: ['AMQ8404E', 'words'],
  2503: ['AMQ8404E', 'words'],
  3249: ['AMQ8730E'],
  4001: ['AMQ8150E'],
  4005: ['AMQ8403E', 'words'],
  4009: ['AMQ9218E', 'words'],
}

export function messageOf(error: MqError): string {
  const [id, insert] = messages[error.reasonCode] ?? (['AMQ8404E', 'words'] as const)
  const inserts = { object: error.object ?? '', words: error.message }
  return renderMessage(id, insert ? [inserts[insert]] : [])
}
