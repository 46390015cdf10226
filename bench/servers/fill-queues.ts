/**
 * Fills queues of the sandbox's queue manager before it is measured. Arguments: the file of an MQSC script, then
 * `QUEUE=COUNT` for each queue. Every message has 100 bytes and its number as correlation id.
 */
import { readFileSync } from 'node:fs'
import { readSettings } from '../../src/gateway/runtime/settings/index.ts'
import { loadMqCommands } from '../../src/mq/cli/commands/index.ts'
import { openInstallation } from '../../src/mq/manager/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { findDataFolders } from '../../src/mq/runtime/data-folders.ts'
import { startMqweb } from '../../src/sandbox/run/queue-managers.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'
import { systemClock } from '../../src/shared/lib/time/clock.ts'

const [, , script = '', ...fills] = process.argv
const atOnce = 2_000
const body = Buffer.alloc(100, 'x')

const settings = readSettings()
const making = await startMqweb(settings, () => loadMqCommands(mqParts), mqParts) // creates the queue manager
await making.close()

const { installation: folder } = findDataFolders(settings.environment)
const installation = await openInstallation({ folder, clock: systemClock, log: silentLog, parts: mqParts })
const manager = installation.find('QM1')
await manager?.start()
const connection = manager?.connect({ name: 'bench', groups: [], privileged: true })
if (!connection) throw new Error('there is no queue manager QM1')
for (const command of readFileSync(script, 'utf8').split('\n').filter(Boolean)) await connection.command(command)
for (const fill of fills) {
  const [queue = '', count] = fill.split('=')
  for (let made = 0; made < Number(count); made += atOnce) {
    const some = Math.min(atOnce, Number(count) - made)
    await Promise.all(Array.from({ length: some }, (_, index) => put(queue, made + index)))
  }
}
await connection.close()
await installation.close()

async function put(queue: string, number: number): Promise<void> {
  const correlationId = Buffer.alloc(24)
  correlationId.writeUInt32BE(number + 1)
  await connection?.put({ queue }, { body, format: 'MQSTR', persistence: 'persistent', correlationId })
}
