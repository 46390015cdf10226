/**
 * A queue manager in its folder and one in PostgreSQL: persistent puts and destructive gets of 1 KiB by 64 applications,
 * in turn. Arguments: a folder, the URL of the database, the number of messages, the number of rounds. Prints rates per
 * second and the 99th percentile in milliseconds for each round: `folder put 12345 p99 1.2`.
 */

import { type Connection, openInstallation } from '../../src/mq/manager/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'
import { systemClock } from '../../src/shared/lib/time/clock.ts'

const [folder = '', storeUrl = '', count = '0', rounds = '3'] = process.argv.slice(2)
const messages = Number(count)
const body = Buffer.alloc(1024, 'x')
const applications = 64

const installation = await openInstallation({ folder, clock: systemClock, log: silentLog, parts: mqParts })
const connections = { folder: await open('FOLDER', {}), postgres: await open('POSTGRES', { storeUrl }) }

for (let round = 0; round <= Number(rounds); round++) {
  for (const [name, connection] of Object.entries(connections)) {
    const put = await measure(() =>
      connection.put({ queue: 'A' }, { body, format: 'MQSTR', persistence: 'persistent' }),
    )
    const get = await measure(() => connection.get('A'))
    // The first round warms up.
    if (round > 0) process.stdout.write(`${name} put ${put}\n${name} get ${get}\n`)
  }
}
await installation.close()

async function open(name: string, options: { storeUrl?: string }): Promise<Connection> {
  const manager = await installation.create(name, options)
  await manager.start()
  const connection = manager.connect({ name: 'bench', groups: [], privileged: true })
  await connection.command('DEFINE QLOCAL(A) MAXDEPTH(999999999)')
  return connection
}

/** Returns the rate per second and the 99th percentile of the time of a call. */
async function measure(call: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  let left = messages
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: applications }, async () => {
      while (left-- > 0) {
        const started = performance.now()
        await call()
        times.push(performance.now() - started)
      }
    }),
  )
  const rate = Math.round((messages * 1000) / (performance.now() - begun))
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] as number
  return `${rate} p99 ${p99.toFixed(2)}`
}
