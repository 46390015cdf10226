/** Runs `work` with a connection to a queue manager and closes the connection. */
import type { ApplicationIdentity, Principal } from '../../qm/index.ts'

type ClosableConnection = { close(): Promise<void> }

export async function runWithConnection<T, C extends ClosableConnection>(
  manager: { connect(principal: Principal, application: ApplicationIdentity): C },
  principal: Principal,
  application: ApplicationIdentity,
  work: (connection: C) => Promise<T>,
): Promise<T> {
  const connection = manager.connect(principal, application)
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}
