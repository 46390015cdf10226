/** The queue manager understood a command and refused it. */
import type { CommandResponse } from '../../qm/index.ts'

export class CommandRejectedError extends Error {
  override name = 'CommandRefused'
  readonly reasonCode: number

  /** The message is what the queue manager said, with the ids of its messages. */
  constructor({ reasonCode, messages }: CommandResponse) {
    super(messages.join(' '))
    this.reasonCode = reasonCode
  }
}
