/** What the sample programs share: the first and the last line, the arguments, and the connection. */
import { MqiCallError, type ProgramConnection } from '../../../runtime/mq/index.ts'
import { reportReason, type Terminal } from '../common/mq-program.ts'
import { connectSample } from './connect-sample.ts'

export interface SampleFrame {
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
 * Connects to the queue manager of the second argument and runs the sample with the arguments after it. Resolves with the exit status of the
 * product: 99 without a first argument, the low byte of the reason code when the connection fails, otherwise 0.
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
  const connection = connected.value
  try {
    await work(connection, name, optional)
  } finally {
    connection.close()
  }
  terminal.write(`Sample ${title} end\n`)
  return 0
}
