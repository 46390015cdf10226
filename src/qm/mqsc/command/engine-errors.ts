/** Maps errors of the queue manager to messages of commands. The reason code is passed on unchanged. */
import type { MqError } from '../../types/errors.ts'
import { type MessageId, renderMessage } from '../language/messages.ts'

/**
 * The message of each reason code, and what is inserted into it: the name of the object, or the text of the
 * error.
 */
const messages: Readonly<Record<number, readonly [id: MessageId, insert?: 'object' | 'words']>> = {
  2035: ['AMQ8135E'],
  2042: ['AMQ8148E'],
  2055: ['AMQ8143E'],
  2085: ['AMQ8147E', 'object'],
  2101: ['AMQ8149S', 'object'],
  2381: ['AMQ9657E', 'words'],
  2436: ['AMQ8404E', 'words'],
  2459: ['AMQ8404E', 'words'],
  2503: ['AMQ8404E', 'words'],
  3249: ['AMQ8730E'],
  4001: ['AMQ8150E'],
  4005: ['AMQ8403E', 'words'],
  4009: ['AMQ9218E', 'words'],
  4030: ['AMQ9558E', 'words'],
  4025: ['AMQ9537E', 'words'],
  4031: ['AMQ9514E', 'object'],
  4032: ['AMQ9519E', 'object'],
}

export function describeEngineError(error: MqError): string {
  const [id, insert] = messages[error.reasonCode] ?? (['AMQ8404E', 'words'] as const)
  const inserts = { object: error.object ?? '', words: error.message }
  return renderMessage(id, insert ? [inserts[insert]] : [])
}
