/**
 * A queue manager QM1 that puts persistent messages of 1 KiB on a local queue, and sends as many over a channel.
 * Arguments: a folder, the port of the receiver, the number of messages. Prints the messages per second of both, for
 * several rounds: `local 12345 channel 12345`.
 */

import { openInstallation } from '../../src/mq/manager/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'
import { systemClock } from '../../src/shared/lib/time/clock.ts'

const [folder = '', port, count = '0', rounds = '3'] = process.argv.slice(2)
const messages = Number(count)
const body = Buffer.alloc(1024, 'x')
/** The number of applications that put at the same time. */
const applications = 64

const installation = await openInstallation({ folder, clock: systemClock, log: silentLog, parts: mqParts })
const manager = await installation.create('QM1')
await manager.start()
const connection = manager.connect({ name: 'bench', groups: [], privileged: true })
await run('DEFINE QLOCAL(LOCAL) MAXDEPTH(999999999)')
await run('DEFINE QLOCAL(QM2) USAGE(XMITQ) MAXDEPTH(999999999)')
await run(`DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(${port})') XMITQ(QM2)`)

for (let round = 0; round <= Number(rounds); round++) {
  const local = await measure(() => putAll({ queue: 'LOCAL' }))
  await run('CLEAR QLOCAL(LOCAL)')
  await putAll({ queue: 'A', queueManager: 'QM2' })
  await run('START CHANNEL(QM1.TO.QM2)')
  const channel = await measure(drained)
  await run('STOP CHANNEL(QM1.TO.QM2) STATUS(INACTIVE)')
  const together = await measure(async () => {
    await run('START CHANNEL(QM1.TO.QM2)')
    await putAll({ queue: 'A', queueManager: 'QM2' })
    await drained()
  })
  await run('STOP CHANNEL(QM1.TO.QM2) STATUS(INACTIVE)')
  // The first round warms up.
  if (round > 0) process.stdout.write(`local ${local} channel ${channel} together ${together}\n`)
}
await connection.close()
await installation.close()

/** Returns messages per second. */
async function measure(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return Math.round((messages * 1000) / (performance.now() - begun))
}

async function putAll(target: { queue: string; queueManager?: string }): Promise<void> {
  let left = messages
  await Promise.all(
    Array.from({ length: applications }, async () => {
      while (left-- > 0) await connection.put(target, { body, format: 'MQSTR', persistence: 'persistent' })
    }),
  )
}

/** Resolves when the partner has confirmed every message. */
async function drained(): Promise<void> {
  while (depth() > 0) await new Promise((resolve) => setTimeout(resolve, 1))
}

function depth(): number {
  for (const queue of manager.readMetrics()?.queues ?? []) if (queue.name === 'QM2') return queue.depth
  return 0
}

async function run(command: string): Promise<void> {
  for (;;) {
    const { completionCode, responses } = await connection.command(command)
    if (completionCode === 0) return
    const text = responses[0]?.messages.join(' ') ?? ''
    // The channel ends after STOP CHANNEL was accepted.
    if (!text.startsWith('AMQ9514E')) throw new Error(`${command}: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
