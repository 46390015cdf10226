/** Backups under load: each one can be restored, with every message that was on the queue at one moment. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openInstallation } from '../../src/mq/manager/index.ts'
import { silentLog } from '../../src/shared/lib/output/log.ts'

const principal = { name: 'mqm', groups: ['mqm'], privileged: true }
const backups = 20
const lanes = 4
const minMessages = 5

test('backups while large messages come and go are complete', async (t) => {
  t.timeout(300_000)
  const folder = await mkdtemp(join(tmpdir(), 'sluice-backup-long-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const options = { clock: Date.now, log: silentLog }
  const installation = await openInstallation({ ...options, folder: join(folder, 'qm') })
  t.teardown(() => installation.close())
  const manager = await installation.create('QM1')
  await manager.start()
  const connection = manager.connect(principal)
  await connection.command('DEFINE QLOCAL(A) MAXDEPTH(1000)')

  const put = (text: string) =>
    connection.put({ queue: 'A' }, { body: Buffer.alloc(300_000, text), format: 'MQSTR', persistence: 'persistent' })
  for (let number = 0; number < lanes * minMessages; number++) await put(`first ${number} `)

  let isLoaded = true
  /** Puts a message and gets another one, in turns. */
  async function load(lane: number): Promise<void> {
    for (let number = 0; isLoaded; number++) {
      await put(`${lane} ${number} `)
      await connection.get('A')
    }
  }
  const loads = Array.from({ length: lanes }, (_, lane) => load(lane))
  t.teardown(() => {
    isLoaded = false
  })

  for (let round = 0; round < backups; round++) {
    const target = join(folder, `backup-${round}`)
    await installation.backUp(target)
    const restored = await openInstallation({ ...options, folder: target })
    const copy = restored.find('QM1')
    await copy?.start()
    const reader = copy?.connect(principal)
    let count = 0
    for (let message = await reader?.get('A'); message; message = await reader?.get('A')) {
      t.is(message.body.length, 300_000)
      count += 1
    }
    t.true(count >= lanes * minMessages && count <= lanes * (minMessages + 1), `${count} messages at one moment`)
    await restored.close()
    await rm(target, { recursive: true, force: true, maxRetries: 10 })
  }
  isLoaded = false
  await Promise.all(loads)
})
