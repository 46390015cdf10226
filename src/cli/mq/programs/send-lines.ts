/** What `amqsput` and `amqspub` share: each line of standard input is a message. */
import type { NewMessage } from '../../../qm/index.ts'
import { reportReason, type Terminal } from '../common/mq-program.ts'

/** Sends the lines until an empty line or the end of the input. A line that cannot be sent is reported, and the next one follows. */
export async function sendLines(terminal: Terminal, send: (message: NewMessage) => Promise<unknown>): Promise<void> {
  for await (const line of terminal.readLines()) {
    if (line === '') return
    const message: NewMessage = { body: Buffer.from(line), format: 'MQSTR', persistence: 'asQueueDefault' }
    await reportReason(terminal, 'MQPUT', () => send(message))
  }
}
