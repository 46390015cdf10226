/** The connection of a session to its own queue manager, which DISPLAY CONN shows, with its open transmission queue. */
import type { Queue } from '../../queues/queue.ts'
import type { Principal } from '../../types/connection.ts'
import type { ObjectHandle } from '../../types/services.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import type { CalledPartner } from './partner.ts'
import { queueManagerUser, type SessionDeps } from './session-deps.ts'

/** MQOO_INPUT_EXCLUSIVE with MQOO_FAIL_IF_QUIESCING. */
const openOptions = 8196

/** Registers a session and returns the function that removes it. Throws 2042 if the transmission queue is exclusive. */
export function registerConnection(
  { channel, userId }: { readonly channel: string; readonly userId: string },
  { connection, connectionName: address }: Pick<CalledPartner, 'connection' | 'connectionName'>,
  queue: Queue | undefined,
  { connections, triggerAgain }: SessionDeps,
): () => void {
  const principal: Principal = { name: userId || queueManagerUser, groups: [], privileged: true }
  const application = { name: 'sluice', channel, address, isSystem: true }
  const stop = () => connection.destroy(new ChannelError('ENDING', 'the connection was stopped'))
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
