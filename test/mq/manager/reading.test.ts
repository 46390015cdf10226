import test from 'ava'
import { openInstallation } from '../../../src/mq/manager/index.ts'
import type { QueueManager } from '../../../src/mq/manager/types/queue-manager.ts'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import { folderFor } from './_support/folder.ts'
import { admin, text } from './_support/manager.ts'

const queue = 'SYSTEM.DEFAULT.LOCAL.QUEUE'

test('reads connections, depths and counts of a queue manager, once it runs', async (t) => {
  const folder = folderFor(t)
  const installation = await openInstallation({ folder, clock: () => 1_000_000, log: silentLog })
  t.teardown(() => installation.close())
  const manager = await installation.create('QM1')
  t.is(manager.readMetrics(), undefined)

  await manager.start()
  t.like(manager.readMetrics(), { connections: 0, channels: 0 })
  t.like(of(manager), { name: queue, depth: 0, puts: 0, gets: 0 })
  t.is(of(manager)?.oldestPutAt(), undefined)

  const connection = manager.connect(admin, { name: 'app', channel: 'APP.SVRCONN' })
  await connection.put({ queue }, text('one', { persistence: 'persistent' }))
  await connection.put({ queue }, text('two'))
  await connection.get(queue)
  t.like(manager.readMetrics(), { connections: 1, channels: 1 })
  t.like(of(manager), { depth: 1, puts: 2, gets: 1 })
  t.is(of(manager)?.oldestPutAt(), 1_000_000)
})

function of(manager: QueueManager) {
  return [...(manager.readMetrics()?.queues ?? [])].find(({ name }) => name === queue)
}
