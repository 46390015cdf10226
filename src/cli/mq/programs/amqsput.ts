/** `amqsput`: puts each line of standard input as a message, until an empty line. */
import { MqiCallError, type ProgramConnection } from '../../../runtime/mq/index.ts'
import { type MqProgram, reportReason } from './mq-program.ts'
import { runSample } from './sample-frame.ts'
import { sendLines } from './send-lines.ts'

export const amqsput: MqProgram = {
  name: 'amqsput',
  summary: 'put each line of standard input as a message',
  usage: 'QueueName [QMgrName]',
  options: {},

  run(args, terminal) {
    const frame = { title: 'AMQSPUT0', application: 'amqsput', target: 'queue name' }
    return runSample(frame, args, terminal, async (connection, queue) => {
      terminal.write(`target queue is ${queue}\n`)
      if (!(await reportReason(terminal, 'MQOPEN', () => openForOutput(connection, queue)))) {
        terminal.write('unable to open queue for output\n')
        return
      }
      await sendLines(terminal, (message) => connection.put({ queue }, message))
    })
  },
}

const putInhibited = 2051

/** Throws why the queue cannot be opened. An inhibited queue can; its puts fail. */
async function openForOutput(connection: ProgramConnection, queue: string): Promise<void> {
  try {
    await connection.maxMessageLength(queue)
  } catch (error) {
    if (!(error instanceof MqiCallError) || error.reasonCode !== putInhibited) throw error
  }
}
