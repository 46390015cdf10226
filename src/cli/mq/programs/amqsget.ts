/** `amqsget`: gets messages and prints them, until none arrives for 15 seconds. */
import { type MqProgram, reportReason } from './mq-program.ts'
import { printMessages } from './print-messages.ts'
import { runSample } from './sample-frame.ts'

export const amqsget = buildAmqsget(15_000)

/** Returns the program with another time to wait for a message. */
export function buildAmqsget(waitMs: number): MqProgram {
  return {
    name: 'amqsget',
    summary: 'get the messages of a queue and print them',
    usage: 'QueueName [QMgrName]',
    options: {},

    run(args, terminal) {
      const frame = { title: 'AMQSGET0', application: 'amqsget', target: 'queue name' }
      return runSample(frame, args, terminal, async (connection, queue) => {
        if (!(await reportReason(terminal, 'MQOPEN', () => connection.list(queue, { limit: 0 })))) {
          terminal.write('unable to open queue for input\n')
          return
        }
        // A program that is killed before the commit leaves the message on the queue.
        await printMessages(terminal, {
          async get() {
            await connection.begin()
            return connection.get(queue, { waitMs })
          },
          commit: () => connection.commit(),
        })
      })
    },
  }
}
