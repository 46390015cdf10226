/** What the sample programs share: the first and the last line, the arguments, and the connection. */
import { MqiCallError, type ProgramConnection } from '../../../runtime/mq/index.ts'
import { reportReason, type Terminal } from './mq-program.ts'

export interface SampleFrame {
  /** The name in the first and the last line: `AMQSPUT0`. */
  title: string
  /** The name of the application: `amqsput`. */
  application: string
  /** The first argument, as the error names it: `queue name`. */
  target: string
}

const missingArgumentStatus = 99

/**
 * Connects to the queue manager of the second argument and runs the sample. Resolves with the exit status of the
 * product: 99 without a first argument, the low byte of the reason code when the connection fails, otherwise 0.
 */
export async function runSample(
  { title, application, target }: SampleFrame,
  args: readonly string[],
  terminal: Terminal,
  work: (connection: ProgramConnection, target: string) => Promise<void>,
): Promise<number> {
  terminal.write(`Sample ${title} start\n`)
  const [name, manager, ...others] = args
  if (name === undefined) {
    terminal.write(`Required parameter missing - ${target}\n`)
    return missingArgumentStatus
  }
  if (others.length > 0) {
    terminal.writeError(`${application} takes a ${target} and a queue manager, found "${others[0]}"\n`)
    return missingArgumentStatus
  }

  let status = 0
  const connected = await reportReason(terminal, 'MQCONNX', async () =>
    terminal.connect(manager, application).catch((error: unknown) => {
      if (error instanceof MqiCallError) status = error.reasonCode & 0xff
      throw error
    }),
  )
  if (!connected) return status
  const connection = connected.value
  try {
    await work(connection, name)
  } finally {
    connection.close()
  }
  terminal.write(`Sample ${title} end\n`)
  return 0
}
