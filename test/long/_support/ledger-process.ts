/**
 * A queue manager with its listener and an AMQP channel in a process of its own, until it is killed.
 *
 * Arguments: the data folder and the name of the queue manager. Reports its ports to the parent, and runs the MQSC
 * commands that the parent sends.
 */

import { openInstallation } from '../../../src/mq/manager/index.ts'
import { mqParts } from '../../../src/mq/parts.ts'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import { systemClock } from '../../../src/shared/lib/time/clock.ts'

const [folder, name] = process.argv.slice(2) as [string, string]
const installation = await openInstallation({
  folder,
  clock: systemClock,
  log: silentLog,
  listenerPort: 0,
  parts: mqParts,
})
const manager = installation.find(name)
if (!manager) throw new Error(`${folder} has no queue manager ${name}`)
await manager.start()
const connection = manager.connect({ name: 'admin', groups: ['mqm'], privileged: true })

async function show(command: string): Promise<Record<string, unknown>> {
  const { responses } = await connection.command(command)
  return Object.fromEntries(responses[0]?.attributes ?? [])
}

process.on('message', async (command: string) => process.send?.({ command, shown: await show(command) }))
const { LOCLADDR } = await show('DISPLAY CHSTATUS(AMQP) ALL')
const { PORT } = await show('DISPLAY LSSTATUS(L) ALL')
process.send?.({ listener: PORT, amqp: Number(/\((\d+)\)/.exec(String(LOCLADDR))?.[1]) })
