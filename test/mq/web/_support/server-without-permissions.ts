/**
 * A program that runs a queue manager QM1 with its MQ web server in a folder, as a user who may not read everything, until its
 * parent ends. It sends its port.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openInstallation } from '../../../../src/mq/manager/index.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { openMqwebServer } from '../../../../src/mq/web/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { settings } from './server.ts'

const [folder = ''] = process.argv.slice(2)
const common = { clock: Date.now, log: silentLog, parts: mqParts }
const installation = await openInstallation({ folder: join(folder, 'qmgrs'), ...common })
await (await installation.create('QM1')).start()
await writeFile(join(folder, 'mqwebuser.xml'), settings())
const web = await openMqwebServer({ installation, folder, host: '127.0.0.1', port: 0, environment: {}, ...common })
process.once('disconnect', async () => {
  await web.close(100)
  await installation.close()
})
process.send?.(web.port)
