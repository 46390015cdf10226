/**
 * A process with one instance of QM1 in a database, and its MQ web server. It sends its state and port when they change:
 * `{ state, port }`.
 *
 * Arguments: the folder, and the URL of the database.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { openInstallation } from '../../../../src/mq/manager/index.ts'
import { openMqwebServer } from '../../../../src/mq/web/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { eventually } from '../../../_support/eventually.ts'
import { partsWithConsole } from './console-part.ts'

const [folder, url] = process.argv.slice(2) as [string, string]
const options = { clock: Date.now, log: silentLog, parts: partsWithConsole }
const installation = await openInstallation({ ...options, folder: `${folder}/qm`, listenerPort: 0 })
const manager = installation.find('QM1') ?? (await eventually(() => installation.add('QM1', url)))
if (!manager) throw new Error('there is no queue manager QM1 in the database')
const web = await openMqwebServer({
  ...options,
  installation,
  folder: `${folder}/mqweb`,
  host: '127.0.0.1',
  port: 0,
  environment: {},
})
let shown: string | undefined
while (manager.state.startsWith('ended')) await manager.start({ permitsStandby: true }).catch(() => delay(20))
for (;;) {
  if (manager.state !== shown) process.send?.({ state: manager.state, port: web.port })
  shown = manager.state
  await delay(20)
}
