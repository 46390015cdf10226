/**
 * A queue manager in a process of its own, with one end of a channel, until it is killed.
 *
 * Arguments: `sender` or `receiver`, the store file, the port of the listener or of the partner, and for a sender the
 * first number. A sender puts numbered messages and reports each acknowledged one to the parent.
 */

import { QueueManagerConnection } from '../../../../../src/mq/manager/mqi/queue-manager-connection.ts'
import { RunningQueueManager } from '../../../../../src/mq/manager/running/running-queue-manager.ts'
import { openSqliteStore } from '../../../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import type { QueueManager } from '../../../../../src/mq/manager/types/queue-manager.ts'
import { silentLog } from '../../../../../src/shared/lib/output/log.ts'
import { admin, created, openTestNetwork, text } from '../../../manager/_support/manager.ts'

const [role, file, first = '0'] = process.argv.slice(2) as ['sender' | 'receiver', string, string?]
const name = role === 'sender' ? 'QM1' : 'QM2'
const running = new RunningQueueManager({
  name,
  created,
  store: await openSqliteStore(file, { created }),
  clock: Date.now,
  log: silentLog,
  listenerPort: 0,
  openNetwork: openTestNetwork,
  status: () => ({ state: 'running', startedAt: 0, connections: 0, installation: '', folder: '', pid: process.pid }),
})
const connection = new QueueManagerConnection({ name } as QueueManager, running, admin, { name: 'client' })
await running.startNetwork()
if (role === 'receiver') process.send?.({ port: running.listeners.status('L')?.port })
else await Promise.all([0, 1, 2, 3].map(putForEver))

async function putForEver(lane: number): Promise<void> {
  for (let number = Number(first) + lane; ; number += 4) {
    const message = text(String(number), { persistence: 'persistent', priority: number % 10 })
    await connection.put({ queue: 'A', queueManager: 'QM2' }, message)
    process.send?.(number)
    // Leaves the channel some of the processor.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
