/** Does everything that a queue manager commits. Arguments: the folder of an installation. */

import { openInstallation } from '../../../../src/mq/manager/index.ts'
import { minFileBodyBytes } from '../../../../src/mq/manager/persistence/message-bodies.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { admin, text } from './manager.ts'

const [folder] = process.argv.slice(2) as [string]
const persistence = 'persistent'
const installation = await openInstallation({
  folder,
  clock: Date.now,
  log: silentLog,
  listenerPort: 0,
  parts: mqParts,
})
const manager = await installation.create('QM1', { isDefault: true })
await manager.start()
const connection = manager.connect(admin)
const commands = async (...lines: string[]) => {
  for (const line of lines) {
    const { responses, completionCode } = await connection.command(line)
    if (completionCode !== 0) throw new Error(`${line}: ${JSON.stringify(responses)}`)
  }
}

await commands('DEFINE QLOCAL(A) NPMCLASS(HIGH)', 'ALTER QLOCAL(A) MAXDEPTH(9)')
await connection.put({ queue: 'A' }, text('a', { persistence }))
await connection.put({ queue: 'A' }, text('x'.repeat(minFileBodyBytes), { persistence }))
await connection.get('A')
await connection.get('A')
await commands("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('u') AUTHADD(PUT)", 'CLEAR QLOCAL(A)')
await commands("DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(A)", 'STOP CHANNEL(C)')
await connection.createDynamicQueue('SYSTEM.DEFAULT.MODEL.QUEUE')
const subscription = await connection.subscribe({ topicString: 't' })
await connection.publish('t', text('p', { persistence, retain: true } as object))
await subscription.close(true)
await connection.put({ queue: 'A' }, text('parked at the end'))
await connection.close()
await installation.find('QM1')?.end()
await manager.start()
await manager.connect(admin).command('DELETE QLOCAL(A) PURGE')
await manager.end()
await installation.remove('QM1')
await installation.close()
