/**
 * The MQ web server with a queue manager QM1 in PostgreSQL. Its queue has one message. Arguments: the folder, the URL of
 * the database, the name of the queue. Prints the port.
 */
import { join } from 'node:path'
import { openInstallation } from '../../src/mq/manager/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { ensureSettingsFile, openMqwebServer } from '../../src/mq/web/index.ts'
import { openLog } from '../../src/shared/lib/output/log.ts'
import { systemClock } from '../../src/shared/lib/time/clock.ts'

const [folder = '', storeUrl = '', queue = ''] = process.argv.slice(2)
const shared = { clock: systemClock, log: openLog({ level: 'warn', name: 'mqweb' }), parts: mqParts }
const settings = join(folder, 'mqweb')

const installation = await openInstallation({ ...shared, folder: join(folder, 'qm') })
const manager = await installation.create('QM1', { storeUrl })
await manager.start()
const connection = manager.connect({ name: 'bench', groups: [], privileged: true })
for (const command of [
  `DEFINE QLOCAL(${queue}) MAXDEPTH(999999999) DEFPSIST(YES)`,
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT,INQ)",
  `SET AUTHREC PROFILE(${queue}) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE,INQ)`,
])
  await connection.command(command)
await connection.put({ queue }, { body: Buffer.from('x'), format: 'MQSTR', persistence: 'persistent' })

await ensureSettingsFile(settings, 'sandbox')
const server = await openMqwebServer({ ...shared, installation, folder: settings, port: 0, environment: process.env })
process.stdout.write(`ready at ${server.port}\n`)
process.on('SIGTERM', async () => {
  await server.close()
  await installation.close()
  process.exit(0)
})
