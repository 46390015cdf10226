/**
 * Every message that a command can respond with: its reason code and its text.
 *
 * Reason code 0 is success; codes below 3000 are those of the MQI, the others those of PCF. `{}` is replaced by an
 * insert. The severity letters are those of message ids since IBM MQ 9.1.
 */
import type { MqError } from '../../types/errors.ts'
import type { ObjectKind } from '../../types/services.ts'
import messages from './messages.json' with { type: 'json' }

export type MessageId = keyof typeof messages

/** Renders a message with its inserts: `AMQ8147E: IBM MQ object A not found.` */
export function renderMessage(id: MessageId, inserts: readonly string[] = []): string {
  let next = 0
  return `${id}: ${messages[id].text.replaceAll('{}', () => inserts[next++] ?? '')}`
}

export function findReasonCode(id: MessageId): number {
  return messages[id].reasonCode
}

/** A command was not carried out. The id names the message and the reason code in the table above. */
export class CommandError extends Error {
  override name = 'Refused'
  readonly id: MessageId
  readonly reasonCode: number
  /** Lines below the message, for example the help after a syntax error. */
  readonly lines: readonly string[]

  constructor(id: MessageId, insert?: string, options: { reasonCode?: number; lines?: readonly string[] } = {}) {
    super(renderMessage(id, insert === undefined ? [] : [insert]))
    this.id = id
    this.reasonCode = options.reasonCode ?? findReasonCode(id)
    this.lines = options.lines ?? []
  }
}

/** The messages for commands that are not well-formed. Nothing was read or changed. */
const syntaxErrors: readonly MessageId[] = [
  ...(['AMQ8403E', 'AMQ8405I', 'AMQ8410E', 'AMQ8411E'] as const),
  ...(['AMQ8412E', 'AMQ8413E', 'AMQ8422E', 'AMQ8424E'] as const),
]

/** Returns whether a rendered message reports that the command was not well-formed. */
export function isSyntaxError(message: string): boolean {
  return syntaxErrors.some((id) => message.startsWith(`${id}:`))
}

interface ObjectMessages {
  created: MessageId
  altered: MessageId
  deleted: MessageId
  displayed: MessageId
}

// biome-ignore format: a table
export const objectMessages: Readonly<Record<ObjectKind, ObjectMessages>> = {
  queue:     { created: 'AMQ8006I', altered: 'AMQ8008I', deleted: 'AMQ8007I', displayed: 'AMQ8409I' },
  topic:     { created: 'AMQ8690I', altered: 'AMQ8692I', deleted: 'AMQ8691I', displayed: 'AMQ8633I' },
  sub:       { created: 'AMQ8094I', altered: 'AMQ8402I', deleted: 'AMQ8091I', displayed: 'AMQ8096I' },
  channel:   { created: 'AMQ8014I', altered: 'AMQ8016I', deleted: 'AMQ8015I', displayed: 'AMQ8414I' },
  clntconn:  { created: 'AMQ8014I', altered: 'AMQ8016I', deleted: 'AMQ8015I', displayed: 'AMQ8414I' },
  listener:  { created: 'AMQ8626I', altered: 'AMQ8627I', deleted: 'AMQ8628I', displayed: 'AMQ8630I' },
  namelist:  { created: 'AMQ8552I', altered: 'AMQ8551I', deleted: 'AMQ8553I', displayed: 'AMQ8550I' },
  process:   { created: 'AMQ8010I', altered: 'AMQ8011I', deleted: 'AMQ8012I', displayed: 'AMQ8407I' },
  service:   { created: 'AMQ8620I', altered: 'AMQ8622I', deleted: 'AMQ8624I', displayed: 'AMQ8632I' },
  authinfo:  { created: 'AMQ8563I', altered: 'AMQ8567I', deleted: 'AMQ8564I', displayed: 'AMQ8566I' },
  comminfo:  { created: 'AMQ8855I', altered: 'AMQ8856I', deleted: 'AMQ8857I', displayed: 'AMQ8860I' },
  chlauth:   { created: 'AMQ8877I', altered: 'AMQ8877I', deleted: 'AMQ8877I', displayed: 'AMQ8878I' },
  policy:    { created: 'AMQ9085I', altered: 'AMQ9085I', deleted: 'AMQ9087I', displayed: 'AMQ9086I' },
  qmgr:      { created: 'AMQ8005I', altered: 'AMQ8005I', deleted: 'AMQ8005I', displayed: 'AMQ8408I' },
}

/** The message of each reason code, and what is inserted into it: the name of the object, or the text of the error. */
const errorMessages: Readonly<Record<number, readonly [id: MessageId, insert?: 'object' | 'words']>> = {
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

/** Renders an error of the queue manager as a message of a command. The reason code is passed on unchanged. */
export function describeEngineError(error: MqError): string {
  const [id, insert] = errorMessages[error.reasonCode] ?? (['AMQ8404E', 'words'] as const)
  const inserts = { object: error.object ?? '', words: error.message }
  return renderMessage(id, insert ? [inserts[insert]] : [])
}
