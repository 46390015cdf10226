/** What `amqsget` and `amqssub` share: they print messages until none arrives in time. */
import type { Message } from '../../../qm/index.ts'
import { reportReason, type Terminal } from '../common/mq-program.ts'

export interface MessageSteps {
  /** Resolves with undefined when no message arrived in time. */
  get(): Promise<Message | undefined>
  /** Called when the message is printed. */
  commit?(): Promise<void>
}

/** Prints each message as `message <…>`, with its bytes as they are. Ends at the first call that fails, which is reported. */
export async function printMessages(terminal: Terminal, { get, commit }: MessageSteps): Promise<void> {
  for (;;) {
    const got = await reportReason(terminal, 'MQGET', get)
    if (!got) return
    if (!got.value) break
    terminal.write(Buffer.concat([Buffer.from('message <'), got.value.body, Buffer.from('>\n')]))
    if (commit && !(await reportReason(terminal, 'MQCMIT', commit))) return
  }
  terminal.write('no more messages\n')
}
