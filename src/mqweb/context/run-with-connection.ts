/** Runs `work` with a connection to a queue manager and closes the connection. */
import type { ApplicationIdentity, Connection, Principal, QueueManager } from '../../qm/index.ts'

export async function runWithConnection<T>(
  manager: QueueManager,
  principal: Principal,
  application: ApplicationIdentity,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = manager.connect(principal, application)
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}
