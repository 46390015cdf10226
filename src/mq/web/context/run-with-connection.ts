/** Runs `work` with a connection to a queue manager and closes the connection. */
import type { ApplicationIdentity, Principal } from '../../manager/index.ts'

export async function runWithConnection<T, C extends AsyncDisposable>(
  manager: { connect(principal: Principal, application: ApplicationIdentity): C },
  principal: Principal,
  application: ApplicationIdentity,
  work: (connection: C) => Promise<T>,
): Promise<T> {
  await using connection = manager.connect(principal, application)
  return await work(connection)
}
