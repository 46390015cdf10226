/** A connection to a queue manager for the length of one piece of work. */
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
