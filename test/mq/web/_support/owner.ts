/**
 * A process that owns a running QM1 and its web server until it is killed. Arguments: the folder, and the port or 0. Its
 * parent is told the port.
 */

import { openInstallation } from '../../../../src/mq/manager/index.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { openMqwebServer } from '../../../../src/mq/web/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'

const [folder, port] = process.argv.slice(2) as [string, string]
const options = { clock: Date.now, log: silentLog }
const installation = await openInstallation({ folder: `${folder}/qm`, listenerPort: 0, ...options, parts: mqParts })
const manager = installation.find('QM1') ?? (await installation.create('QM1'))
await manager.start()
const web = await openMqwebServer({
  installation,
  folder: `${folder}/mqweb`,
  host: '127.0.0.1',
  port: Number(port),
  ...options,
  environment: {},
})
process.on('message', () => undefined)
process.send?.(web.port)
