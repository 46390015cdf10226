/** A process that owns an installation with a running QM1 until it is killed. */

import { openInstallation } from '../../../../src/mq/manager/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'

const [folder] = process.argv.slice(2) as [string]
const installation = await openInstallation({ folder, clock: Date.now, log: silentLog, listenerPort: 0 })
const manager = installation.find('QM1') ?? (await installation.create('QM1'))
await manager.start()
// A listener keeps the process alive until it is killed.
process.on('message', () => undefined)
process.send?.('running')
