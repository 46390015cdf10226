/** Connects a sample program: as the user of `MQSAMP_USER_ID`, or as the owner of the data folder. */
import type { ProgramConnection } from '../../../runtime/mq/index.ts'
import type { Terminal } from '../common/mq-program.ts'

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
