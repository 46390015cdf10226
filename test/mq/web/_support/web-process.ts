/** An MQ web server in a process of its own, over the folder of the first argument. Sends its port to the parent. */
import { join } from 'node:path'
import { openInstallation } from '../../../../src/mq/manager/index.ts'
import { openMqwebServer } from '../../../../src/mq/web/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { partsWithoutConsole } from './console-part.ts'

const folder = process.argv[2] as string
const installation = await openInstallation({
  folder: join(folder, 'qmgrs'),
  clock: Date.now,
  log: silentLog,
  parts: partsWithoutConsole,
})
const manager = installation.find('QM1') ?? (await installation.create('QM1'))
await manager.start()
const connection = manager.connect({ name: 'setup', groups: [], privileged: true })
await connection.command("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)")
await connection.command('DEFINE QLOCAL(Q) MAXDEPTH(999999)')
await connection.command("SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)")
await connection.close()
const web = await openMqwebServer({
  installation,
  folder,
  host: '127.0.0.1',
  port: 0,
  log: silentLog,
  clock: Date.now,
  environment: {},
  parts: partsWithoutConsole,
})
process.send?.(web.port)
process.on('disconnect', () => process.exit())
