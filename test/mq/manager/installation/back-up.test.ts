import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type Connection, type Installation, openInstallation } from '../../../../src/mq/manager/index.ts'
import { RemovalHold } from '../../../../src/mq/manager/store/sqlite/body-file-store.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'

const principal = { name: 'mqm', groups: ['mqm'], privileged: true }
const large = Buffer.alloc(300_000, 'x') // a body with a file of its own

async function makeFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-qm-backup-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** Opens an installation over a folder; it is closed at the end of the test. */
async function open(t: ExecutionContext, folder: string): Promise<Installation> {
  const installation = await openInstallation({ folder, clock: Date.now, log: silentLog })
  t.teardown(() => installation.close())
  return installation
}

function put(connection: Connection, body: Buffer): Promise<unknown> {
  return connection.put({ queue: 'A' }, { body, format: 'MQSTR', persistence: 'persistent' })
}

/** Gets every message. Returns the lengths of their bodies. */
async function drain(connection: Connection): Promise<number[]> {
  const lengths: number[] = []
  for (let message = await connection.get('A'); message; message = await connection.get('A'))
    lengths.push(message.body.length)
  return lengths
}

test('a backup of a running queue manager has every committed message, with large bodies', async (t) => {
  const [folder, target] = [await makeFolder(t), join(await makeFolder(t), 'copy')]
  const installation = await open(t, folder)
  const manager = await installation.create('QM1', { isDefault: true })
  await manager.start()
  const connection = manager.connect(principal)
  await connection.command('DEFINE QLOCAL(A)')
  for (const body of [large, Buffer.from('small'), large]) await put(connection, body)

  const copying = installation.backUp(target)
  const consumed = await drain(connection) // while the backup copies
  await copying
  t.is(consumed.length, 3)

  const restored = await open(t, target)
  const copy = restored.find('QM1')
  t.is(copy?.state, 'endedUnexpectedly')
  t.true(copy?.isDefault)
  await copy?.start()
  const lengths = copy ? await drain(copy.connect(principal)) : []
  t.true(lengths.length <= 3, 'the copy is of one moment')
  for (const length of lengths) t.true(length === large.length || length === 5)

  await connection.close()
  await manager.end('immediate')
  t.deepEqual(await readdir(join(folder, 'qmgrs', 'QM1', 'bodies')), [], 'held removals are carried out')
})

test('an ended queue manager is copied, too', async (t) => {
  const [folder, target] = [await makeFolder(t), join(await makeFolder(t), 'copy')]
  const installation = await open(t, folder)
  const manager = await installation.create('QM1')
  await manager.start()
  const connection = manager.connect(principal)
  await connection.command('DEFINE QLOCAL(A)')
  await put(connection, large)
  await connection.close()
  await manager.end('immediate')
  await installation.backUp(target)

  const restored = await open(t, target)
  const copy = restored.find('QM1')
  t.is(copy?.state, 'endedImmediately')
  await copy?.start()
  t.deepEqual(copy && (await drain(copy.connect(principal))), [large.length])
})

test('removals wait for every hold', async (t) => {
  const removals = new RemovalHold()
  await removals.waitUntilFree()
  const [first, second] = [removals.hold(), removals.hold()]
  let isFree = false
  const waiting = removals.waitUntilFree().then(() => {
    isFree = true
  })
  first()
  first() // a second release of the same hold has no effect
  await Promise.resolve()
  t.false(isFree)
  second()
  await waiting
  t.true(isFree)
})
