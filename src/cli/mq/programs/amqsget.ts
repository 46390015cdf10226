/** `amqsget`: gets messages and prints them, until none arrives for 15 seconds. */
import { type MqProgram, reportReason } from '../common/mq-program.ts'
import {
  checkOpenedFor,
  checkOpenOptions,
  closeOptions,
  closeQueue,
  inputOptions,
  openForInput,
  parseOptions,
} from './open-and-close.ts'
import { printMessages, runSample } from './sample-frame.ts'

export const amqsget = buildAmqsget(15_000)

/** Returns the program with another time to wait for a message. */
export function buildAmqsget(waitMs: number): MqProgram {
  return {
    name: 'amqsget',
    summary: 'get the messages of a queue and print them',
    usage: 'QueueName [QMgrName [OpenOptions [CloseOptions]]]',
    options: {},

    run(args, terminal) {
      const frame = { title: 'AMQSGET0', application: 'amqsget', target: 'queue name', maxArguments: 4 }
      return runSample(frame, args, terminal, async (connection, queue, [openText, closeText]) => {
        const options = openText === undefined ? inputOptions : parseOptions(openText)
        if (openText !== undefined) terminal.write(`open  options are ${options}\n`)
        const opened = await reportReason(terminal, 'MQOPEN', async () => {
          checkOpenOptions(options)
          return openForInput(connection, queue, options)
        })
        if (!opened) {
          terminal.write('unable to open queue for input\n')
          return
        }
        // A program that is killed before the commit leaves the message on the queue.
        await printMessages(terminal, {
          async get() {
            checkOpenedFor('MQGET', options)
            await connection.begin()
            return opened.value({ waitMs })
          },
          commit: () => connection.commit(),
        })
        const close = closeText === undefined ? closeOptions.none : parseOptions(closeText)
        if (closeText !== undefined) terminal.write(`close options are ${close}\n`)
        await reportReason(terminal, 'MQCLOSE', () => closeQueue(connection, queue, close))
      })
    },
  }
}
