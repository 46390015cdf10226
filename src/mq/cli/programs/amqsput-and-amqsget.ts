/** `amqsput` puts lines of standard input as messages, until an empty line; `amqsget` gets messages and prints them. */
import type { Destination } from '../../manager/index.ts'
import { MqiCallError, type ProgramConnection } from '../../runtime/index.ts'
import { type MqProgram, reportReason } from '../common/mq-program.ts'
import {
  checkOpenedFor,
  checkOpenOptions,
  closeOptions,
  closeQueue,
  findInputSharing,
  inputOptions,
  openForInput,
  outputOptions,
  parseOptions,
} from './open-and-close.ts'
import { printMessages, runSample, sendLines } from './sample-frame.ts'

export const amqsput: MqProgram = {
  name: 'amqsput',
  summary: 'put each line of standard input as a message',
  usage: 'QueueName [QMgrName [OpenOptions [CloseOptions [TargetQMgrName [DynamicQName]]]]]',
  options: {},

  run(args, terminal) {
    const frame = { title: 'AMQSPUT0', application: 'amqsput', target: 'queue name', maxArguments: 6 }
    return runSample(frame, args, terminal, async (connection, queue, optional) => {
      const [openText, closeText, queueManager = '', dynamicName = ''] = optional
      terminal.write(`target queue is ${queue}\n`)
      if (queueManager !== '') terminal.write(`target queue manager is ${queueManager}\n`)
      if (dynamicName !== '') terminal.write(`dynamic queue name is ${dynamicName}\n`)
      const options = openText === undefined ? outputOptions : parseOptions(openText)
      if (openText !== undefined) terminal.write(`open  options are ${options}\n`)

      const target = { queue, queueManager: queueManager !== '' ? queueManager : undefined }
      const opened = await reportReason(terminal, 'MQOPEN', async () => {
        checkOpenOptions(options)
        const destination = await openForOutput(connection, target, dynamicName)
        if (findInputSharing(options)) await openForInput(connection, destination.queue, options)
        return destination
      })
      if (!opened) {
        terminal.write('unable to open queue for output\n')
        return
      }
      await sendLines(terminal, async (message) => {
        checkOpenedFor('MQPUT', options)
        await connection.put(opened.value, message)
      })
      const close = closeText === undefined ? closeOptions.none : parseOptions(closeText)
      if (closeText !== undefined) terminal.write(`close options are ${close}\n`)
      await reportReason(terminal, 'MQCLOSE', () => closeQueue(connection, opened.value.queue, close))
    })
  },
}

const putInhibited = 2051
const queueTypeError = 2057

/** Resolves with the queue to put to, also a dynamic or an inhibited one. Rejects when it cannot be opened. */
async function openForOutput(
  connection: ProgramConnection,
  target: Destination,
  dynamicName: string,
): Promise<Destination> {
  if (target.queueManager !== undefined && target.queueManager !== connection.manager) return target
  try {
    await connection.maxMessageLength(target.queue)
  } catch (error) {
    if (!(error instanceof MqiCallError)) throw error
    if (error.reasonCode === queueTypeError)
      return { queue: await connection.createDynamicQueue(target.queue, dynamicName || undefined) }
    if (error.reasonCode !== putInhibited) throw error
  }
  return target
}

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
