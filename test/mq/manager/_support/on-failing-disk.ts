/**
 * A queue manager on a disk that fails now and then: puts and gets until its parent says that it is enough. It says of each put that it
 * was made, and of each call that it failed, and at the end what
 * became of each message. Arguments: the store's file.
 */

import { QueueManagerConnection } from '../../../../src/mq/manager/mqi/queue-manager-connection.ts'
import { RunningQueueManager } from '../../../../src/mq/manager/running/running-queue-manager.ts'
import { openSqliteStore } from '../../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import type { MqError } from '../../../../src/mq/manager/types/errors.ts'
import type { QueueManager } from '../../../../src/mq/manager/types/queue-manager.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { admin, created, text } from './manager.ts'

const [file] = process.argv.slice(2) as [string]
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
const told = { put: [] as string[], got: [] as string[], refused: 0, reasons: [] as number[] }
let enough = false
process.once('message', () => {
  enough = true
})
process.send?.('running')

await Promise.all([putting(0), putting(1), getting(), getting()])
process.send?.(told, () => process.exit()) // without an end in order: what counts is what is on disk

async function putting(lane: number): Promise<void> {
  for (let number = 0; !enough; number++) {
    const body = `${lane}.${number}`
    await attempt(async () => {
      await connection.put({ queue: 'A' }, text(body, { persistence: 'persistent' }))
      told.put.push(body)
      process.send?.('put')
    })
  }
}

async function getting(): Promise<void> {
  while (!enough) {
    await attempt(async () => {
      const message = await connection.get('A', { waitMs: 5 })
      if (message) told.got.push(message.body.toString())
    })
  }
}

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    told.refused++
    process.send?.('fails')
    const { reasonCode } = error as MqError
    if (!told.reasons.includes(reasonCode)) told.reasons.push(reasonCode)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
