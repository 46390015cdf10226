/** The terminal of a program: the standard streams of this process and the MQ host of its data folder. */
import { connectProgram, type DataFolders, MqiCallError } from '../../runtime/index.ts'
import type { Terminal } from '../common/mq-program.ts'
import { openStandardInput } from './standard-input.ts'

/** `exists` returns whether there is a queue manager of this name, or a default one, while no MQ host runs. */
export function openTerminal(
  { data }: DataFolders,
  environment: Terminal['environment'],
  exists: (manager: string | undefined) => Promise<boolean>,
): Terminal {
  return {
    environment,
    ...openStandardInput(process.stdin, (text) => process.stdout.write(text)),
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),

    async connect(manager, application, credentials) {
      const connection = await connectProgram(data, manager, application, credentials)
      if (connection) return connection
      const name = manager ?? 'the default queue manager'
      if (await exists(manager)) throw new MqiCallError(2059, `MQRC_Q_MGR_NOT_AVAILABLE (2059): ${name} is not running`)
      throw new MqiCallError(2058, `MQRC_Q_MGR_NAME_ERROR (2058): ${name} does not exist in ${data}`)
    },
  }
}
