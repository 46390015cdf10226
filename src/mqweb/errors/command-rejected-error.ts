/** The queue manager rejected a valid command. */
import type { CommandResponse } from '../../qm/index.ts'

export class CommandRejectedError extends Error {
  override name = 'CommandRejectedError'
  readonly reasonCode: number

  /** The error message consists of the messages of the queue manager, with their ids. */
  constructor({ reasonCode, messages }: CommandResponse) {
    super(messages.join(' '))
    this.reasonCode = reasonCode
  }
}
