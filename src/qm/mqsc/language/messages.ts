/**
 * Every message that a command can respond with: its reason code and its text.
 *
 * Reason code 0 is success; codes below 3000 are those of the MQI, the others those of PCF. `{}` is replaced by an
 * insert. The severity letters are those of message ids since IBM MQ 9.1.
 */
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
