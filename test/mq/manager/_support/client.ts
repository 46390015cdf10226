/**
 * A process that owns a store and puts or gets until it is told to stop, is killed, or cannot.
 *
 * Arguments: the store's file, and `put`, `get`, `move` or `fill`. What it is told about each message goes to its parent.
 */

import { QueueManagerConnection } from '../../../../src/mq/manager/mqi/queue-manager-connection.ts'
import type { MessageUnitOfWork } from '../../../../src/mq/manager/persistence/unit-of-work.ts'
import { RunningQueueManager } from '../../../../src/mq/manager/running/running-queue-manager.ts'
import { openSqliteStore } from '../../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import type { MqError } from '../../../../src/mq/manager/types/errors.ts'
import type { QueueManager } from '../../../../src/mq/manager/types/queue-manager.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { admin, created, text } from './manager.ts'

const [file, mode] = process.argv.slice(2) as [string, 'put' | 'get' | 'move' | 'fill']
const running = new RunningQueueManager({
  name: 'QM1',
  created,
  store: await openSqliteStore(file, { created }),
  clock: Date.now,
  log: silentLog,
  listenerPort: 0,
  status: () => ({ state: 'running', startedAt: 0, connections: 0, installation: '', folder: '', pid: process.pid }),
})
const connection = new QueueManagerConnection({ name: 'QM1' } as QueueManager, running, admin, { name: 'client' })

if (mode === 'put') await Promise.all([1, 2, 3, 4].map(putForEver))
else if (mode === 'get') await Promise.all([1, 2, 3, 4].map(getAll))
else if (mode === 'move') await Promise.all([1, 2, 3, 4].map(moveAll))
else await fill()

async function putForEver(lane: number): Promise<void> {
  for (let number = 0; ; number++) {
    const body = `${lane} ${number}`
    await connection.put({ queue: 'A' }, text(body, { persistence: 'persistent' }))
    process.send?.(body)
  }
}

async function getAll(): Promise<void> {
  for (;;) {
    const message = await connection.get('A')
    if (!message) return
    process.send?.(message.body.toString())
  }
}

/** Moves messages from A to B, each in one unit of work with a record of its own that contains its body. */
async function moveAll(lane: number): Promise<void> {
  for (;;) {
    const unitOfWork = connection.beginUnitOfWork() as MessageUnitOfWork
    const message = await connection.get('A', { unitOfWork })
    if (!message) return
    const body = message.body.toString()
    await connection.put({ queue: 'B' }, text(body, { persistence: 'persistent' }), { unitOfWork })
    const record = { name: `${lane} ${body}`, type: 'TEST', attributes: {}, created: 0, altered: 0 }
    unitOfWork.addRecord(running.objects.prepareRecord({ kind: 'channel-state', ...record }))
    await unitOfWork.commit()
    process.send?.(body)
  }
}

/** Puts until the disk is full; tries to get; goes on when it is told that there is room. */
async function fill(): Promise<void> {
  let put = 0
  const body = 'x'.repeat(2000)
  const full = await attempt(async () => {
    for (;;) {
      await connection.put({ queue: 'A' }, text(`${put} ${body}`, { persistence: 'persistent' }))
      put++
    }
  })
  const got = await attempt(() => connection.get('A'))
  const depth = running.queues.find('A')?.depth
  process.send?.({ put, full, got, depth })

  process.once('message', async () => {
    const after = await attempt(() =>
      connection.put({ queue: 'A' }, text(`${put} ${body}`, { persistence: 'persistent' })),
    )
    const first = (await connection.get('A'))?.body.toString().split(' ')[0]
    process.send?.({ after, first, depth: running.queues.find('A')?.depth }, () => process.exit())
  })
}

async function attempt(work: () => Promise<unknown>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    return (error as MqError).reasonCode
  }
}
