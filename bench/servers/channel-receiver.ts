/** A queue manager QM2 with a receiver channel, in the folder that the argument names. Prints the port of its listener. */

import { openInstallation } from '../../src/mq/manager/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'
import { systemClock } from '../../src/shared/lib/time/clock.ts'

const [folder = ''] = process.argv.slice(2)
const installation = await openInstallation({ folder, clock: systemClock, log: silentLog, parts: mqParts })
const manager = await installation.create('QM2')
await manager.start()
const connection = manager.connect({ name: 'bench', groups: [], privileged: true })
for (const command of [
  'DEFINE QLOCAL(A) MAXDEPTH(999999999)',
  'DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR)',
  `DEFINE LISTENER(L) TRPTYPE(TCP) IPADDR(127.0.0.1) PORT(${process.env.CHANNEL_PORT ?? 0})`,
  'START LISTENER(L)',
]) {
  const { completionCode, responses } = await connection.command(command)
  if (completionCode !== 0) throw new Error(`${command}: ${responses[0]?.messages.join(' ')}`)
}
const { responses } = await connection.command('DISPLAY LSSTATUS(L) PORT')
const port = responses[0]?.attributes?.find(([keyword]) => keyword === 'PORT')?.[1]
process.stdout.write(`ready at ${port}\n`)
process.on('SIGTERM', () => installation.close().then(() => process.exit(0)))
