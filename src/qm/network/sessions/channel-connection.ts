/** The connection of a session to its own queue manager, which DISPLAY CONN shows, with its open transmission queue. */
import type { Queue } from '../../queues/queue.ts'
import type { Principal } from '../../types/connection.ts'
import type { ObjectHandle } from '../../types/services.ts'
import { queueManagerUser } from './message-putter.ts'
import type { SessionDeps } from './session-deps.ts'

/** MQOO_INPUT_EXCLUSIVE with MQOO_FAIL_IF_QUIESCING. */
const openOptions = 8196

/**
 * Registers a session. `stop` ends it when an administrator stops the connection. The returned function removes the
 * connection. Throws reason code 2042 when the transmission queue is open for exclusive input.
 */
export function registerConnection(
  session: { readonly channel: string; readonly address: string; readonly userId: string },
  queue: Queue | undefined,
  { connections, triggerAgain }: SessionDeps,
  stop: () => void,
): () => void {
  const principal: Principal = { name: session.userId || queueManagerUser, groups: [], privileged: true }
  const application = { name: 'sluice', channel: session.channel, address: session.address, isSystem: true }
  const open = connections.add(principal, application, stop)
  const handle: ObjectHandle = {
    connection: open.status,
    objectName: queue?.name ?? '',
    objectType: 'QUEUE',
    openOptions,
    state: 'ACTIVE',
  }
  try {
    queue?.open(handle, 'input')
  } catch (error) {
    connections.remove(open.status.id)
    throw error
  }
  if (queue) open.handles.add(handle)
  return () => {
    connections.remove(open.status.id)
    if (!queue) return
    queue.close(handle)
    triggerAgain(queue) // a message may have arrived while the session was ending
  }
}
