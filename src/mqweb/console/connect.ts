/** A connection for the messages that the console shows and moves, for the length of one call. */
import { type Connection, MqError } from '../../qm/index.ts'
import { managerOf } from '../admin/manager.ts'
import type { Call } from '../call/call.ts'
import { connected } from '../call/with-connection.ts'
import { messagingError } from '../errors/mq.ts'

/** Runs `work` as the principal of the call. `action` is what a refusal says was tried: "put to". */
export async function withConnection<T>(
  call: Call,
  target: string,
  action: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { principal } = call
  const manager = managerOf(call)
  try {
    return await connected(manager, principal, { name: 'mqweb console' }, work)
  } catch (error) {
    if (!(error instanceof MqError)) throw error
    const object = error.object ?? target
    throw messagingError(error, { action, object, principal: principal.name, qmgr: manager.name })
  }
}
