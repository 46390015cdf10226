/** A queue manager with an AMQP channel and the queue BENCH, as the MQ host runs it. Argument: its folder. */

import { mqParts } from '../../src/mq/parts.ts'
import { openMqHost } from '../../src/mq/runtime/index.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'

const [, , folder = ''] = process.argv
const { installation, close } = await openMqHost({
  folders: { data: folder, installation: `${folder}/qm`, settings: `${folder}/mqweb`, logs: folder },
  environment: {},
  log: silentLog,
  minFreeBytes: 0,
  parts: mqParts,
  readWebSettings: () => ({}),
})
const manager = await installation.create('QM1', { isDefault: true })
await manager.start()
const connection = manager.connect({ name: 'bench', groups: [], privileged: true })

for (const command of [
  'DEFINE QLOCAL(BENCH) MAXDEPTH(999999999)',
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  "SET AUTHREC PROFILE(BENCH) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET,PUT)",
  "DEFINE CHANNEL(BENCH) CHLTYPE(AMQP) PORT(0) LOCLADDR('127.0.0.1') MCAUSER('app')",
  'START CHANNEL(BENCH)',
]) {
  const { completionCode, responses } = await connection.command(command)
  if (completionCode !== 0) throw new Error(`${command}: ${JSON.stringify(responses)}`)
}
const { responses } = await connection.command('DISPLAY CHSTATUS(BENCH) ALL')
const address = responses[0]?.attributes?.find(([keyword]) => keyword === 'LOCLADDR')?.[1]
const [, port] = /\((\d+)\)/.exec(String(address)) ?? []
process.stdout.write(`ready at ${port}\n`)
process.on('SIGTERM', () => close().then(() => process.exit(0)))
