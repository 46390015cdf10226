/** What the sample programs share: first and last line, arguments, connection. `amqspub` and `amqssub` are here. */
import type { Message, NewMessage } from '../../manager/index.ts'
import { MqiCallError, type ProgramConnection } from '../../runtime/index.ts'
import { type MqProgram, reportReason, type Terminal } from '../common/mq-program.ts'

interface SampleFrame {
  /** The name in the first and the last line: `AMQSPUT0`. */
  title: string
  /** The name of the application: `amqsput`. */
  application: string
  /** The first argument, as the error names it: `queue name`. */
  target: string
  /** The maximum number of arguments; 2 when undefined. */
  maxArguments?: number
}

const missingArgumentStatus = 99

/**
 * Connects to the queue manager of the second argument and runs the sample with the arguments after it. Resolves with
 * the exit status of the product: 99 without a first argument, the low byte of the reason code when the connection
 * fails, otherwise 0.
 */
export async function runSample(
  { title, application, target, maxArguments = 2 }: SampleFrame,
  args: readonly string[],
  terminal: Terminal,
  work: (connection: ProgramConnection, target: string, optional: readonly string[]) => Promise<void>,
): Promise<number> {
  terminal.write(`Sample ${title} start\n`)
  const [name, manager, ...optional] = args
  if (name === undefined) {
    terminal.write(`Required parameter missing - ${target}\n`)
    return missingArgumentStatus
  }
  if (args.length > maxArguments) {
    const text = `${application} takes at most ${maxArguments} arguments, found "${args[maxArguments]}"; see ${application} -?`
    terminal.writeError(`${text}\n`)
    return missingArgumentStatus
  }

  let status = 0
  const connected = await reportReason(terminal, 'MQCONNX', async () =>
    connectSample(terminal, manager || undefined, application).catch((error: unknown) => {
      if (error instanceof MqiCallError) status = error.reasonCode & 0xff
      throw error
    }),
  )
  if (!connected) return status
  using connection = connected.value
  await work(connection, name, optional)
  terminal.write(`Sample ${title} end\n`)
  return 0
}

/** Asks for the password of the user first. Rejects with reason code 2035, 2058 or 2059. */
export async function connectSample(
  terminal: Terminal,
  manager: string | undefined,
  application: string,
): Promise<ProgramConnection> {
  const user = terminal.environment.MQSAMP_USER_ID ?? ''
  const credentials = user === '' ? undefined : { user, password: await terminal.readPassword() }
  return terminal.connect(manager, application, credentials)
}

/** Sends the lines until an empty line or the end of the input. A line that cannot be sent is reported, and the next one follows. */
export async function sendLines(terminal: Terminal, send: (message: NewMessage) => Promise<unknown>): Promise<void> {
  for await (const line of terminal.readLines()) {
    if (line === '') return
    const message: NewMessage = { body: Buffer.from(line), format: 'MQSTR', persistence: 'asQueueDefault' }
    await reportReason(terminal, 'MQPUT', () => send(message))
  }
}

interface MessageSteps {
  /** Resolves with undefined when no message arrived in time. */
  get(): Promise<Message | undefined>
  /** Called when the message is printed. */
  commit?(): Promise<void>
}

/** Prints messages until none arrives in time, each as `message <…>`, with its bytes as they are. Ends at the first call that fails, which is reported. */
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

export const amqspub: MqProgram = {
  name: 'amqspub',
  summary: 'publish each line of standard input',
  usage: 'TopicString [QMgrName]',
  options: {},

  run(args, terminal) {
    const frame = { title: 'AMQSPUBA', application: 'amqspub', target: 'topic string' }
    return runSample(frame, args, terminal, async (connection, topicString) => {
      terminal.write(`target topic is ${topicString}\n`)
      await sendLines(terminal, (message) => connection.publish(topicString, message))
    })
  },
}

/** `amqssub`: subscribes to a topic and prints its publications, until none arrives for 30 seconds. */
export const amqssub = buildAmqssub(30_000)

/** Returns the program with another time to wait for a publication. */
export function buildAmqssub(waitMs: number): MqProgram {
  return {
    name: 'amqssub',
    summary: 'subscribe to a topic and print its publications',
    usage: 'TopicString [QMgrName]',
    options: {},

    run(args, terminal) {
      const frame = { title: 'AMQSSUBA', application: 'amqssub', target: 'topic string' }
      return runSample(frame, args, terminal, async (connection, topicString) => {
        if (!(await reportReason(terminal, 'MQSUB', () => connection.subscribe({ topicString })))) return
        await printMessages(terminal, {
          get() {
            terminal.write(`Calling MQGET : ${waitMs / 1000} seconds wait time\n`)
            return connection.getPublication({ waitMs })
          },
        })
      })
    },
  }
}
