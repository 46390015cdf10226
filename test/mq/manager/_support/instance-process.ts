/**
 * A process with one instance of a queue manager in a database. While it is active, it puts messages on queue A and
 * moves them to queue B, each in a unit of work. It sends `{ state }` when its state changes, and `{ put }` with the
 * body of each acknowledged message.
 *
 * Arguments: the folder, the URL of the database, and a prefix for the bodies of its messages.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { openInstallation } from '../../../../src/mq/manager/index.ts'
import type { Connection } from '../../../../src/mq/manager/types/connection.ts'
import type { QueueManager } from '../../../../src/mq/manager/types/queue-manager.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { admin, text } from './manager.ts'

const [folder, url, prefix] = process.argv.slice(2) as [string, string, string]
const installation = await openInstallation({
  folder,
  clock: Date.now,
  log: silentLog,
  listenerPort: 0,
  parts: mqParts,
})
const manager = installation.find('QM1') ?? (await installation.add('QM1', url))
let shown: string | undefined
let count = 0
let isEnding = false

process.on('message', async (message) => {
  if (message !== 'end') return
  isEnding = true
  await manager.end('immediate').catch(() => {})
  process.exit(0)
})

while (manager.state.startsWith('ended')) await manager.start({ permitsStandby: true }).catch(() => delay(20))
while (!isEnding) {
  if (manager.state !== shown) {
    shown = manager.state
    process.send?.({ state: shown })
    if (shown === 'running') work(manager)
  }
  await delay(20)
}

/** Works until a call fails, as a client does whose connection breaks. */
function work(active: QueueManager): void {
  const stop = new AbortController()
  const loops = [putMessages, putMessages, moveMessages, moveMessages].map(async (loop) => {
    const connection = active.connect(admin, { name: 'ledger' })
    while (!stop.signal.aborted) await loop(connection)
  })
  for (const loop of loops) loop.catch(() => stop.abort())
}

async function putMessages(connection: Connection): Promise<void> {
  count += 1
  const body = `${prefix}-${count}`
  await connection.put({ queue: 'A' }, text(body, { persistence: 'persistent' }))
  process.send?.({ put: body })
}

async function moveMessages(connection: Connection): Promise<void> {
  const unitOfWork = connection.beginUnitOfWork()
  const message = await connection.get('A', { unitOfWork, waitMs: 100 })
  if (!message) return unitOfWork.commit()
  await connection.put({ queue: 'B' }, message, { unitOfWork })
  await unitOfWork.commit()
}
