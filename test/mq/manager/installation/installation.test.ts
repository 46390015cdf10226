import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openInstallation } from '../../../../src/mq/manager/index.ts'
import type { Principal } from '../../../../src/mq/manager/types/connection.ts'
import type { Installation } from '../../../../src/mq/manager/types/queue-manager.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { folderFor } from '../_support/folder.ts'
import { refuses, text } from '../_support/manager.ts'

const admin: Principal = { name: 'admin', groups: [], privileged: true }

test('a new queue manager is not running, and has its SYSTEM objects when it does', async (t) => {
  const { installation } = await opened(t)
  const manager = await installation.create('QM1', { description: 'first', isDefault: true })
  t.like(manager, { name: 'QM1', state: 'ended', isDefault: true, startedAt: undefined, connectionCount: 0 })
  t.throws(() => manager.connect(admin), { message: /MQRC_Q_MGR_NOT_AVAILABLE/ })

  await manager.start()
  t.is(manager.state, 'running')
  t.is(typeof manager.startedAt, 'number')
  const connection = manager.connect(admin)
  t.is(manager.connectionCount, 1)
  await connection.put({ queue: 'SYSTEM.DEFAULT.LOCAL.QUEUE' }, text('x'))
  const { responses } = await connection.command('DISPLAY QMGR DESCR')
  t.deepEqual(responses[0]?.attributes?.at(-1), ['DESCR', 'first'])
})

test('lists what was created, also after it was opened again', async (t) => {
  const { installation, folder } = await opened(t)
  await installation.create('QM1')
  await installation.create('odd/name.%', { isDefault: true })
  await installation.create('..')
  await installation.close()

  const again = await open(t, folder)
  t.deepEqual(
    again
      .list()
      .map(({ name, state, isDefault }) => [name, state, isDefault])
      .sort(),
    [
      ['..', 'ended', false],
      ['QM1', 'ended', false],
      ['odd/name.%', 'ended', true],
    ],
  )
})

for (const [mode, state] of [
  ['controlled', 'ended'],
  ['immediate', 'endedImmediately'],
  ['preemptive', 'endedPreemptively'],
] as const) {
  test(`a ${mode} end turns waiters away and is remembered`, async (t) => {
    const { installation, folder } = await opened(t)
    const manager = await installation.create('QM1')
    await manager.start()
    const connection = manager.connect(admin)
    const waiter = connection.get('SYSTEM.DEFAULT.LOCAL.QUEUE', { waitMs: 60_000 })
    const refusal = refuses(t, waiter, mode === 'controlled' ? 2161 : 2162)
    await manager.end(mode)
    await refusal
    t.is(manager.state, state)
    await refuses(t, connection.get('SYSTEM.DEFAULT.LOCAL.QUEUE'), mode === 'controlled' ? 2161 : 2162)
    await installation.close()

    t.is((await open(t, folder)).find('QM1')?.state, state)
  })
}

test('starts and ends that meet take turns', async (t) => {
  const { installation } = await opened(t)
  const manager = await installation.create('QM1')
  const outcomes = await Promise.allSettled([
    manager.start(),
    manager.start(),
    manager.end(),
    manager.end(),
    manager.start(),
  ])
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
  t.is(manager.state, 'running')
})

test('an installation whose own file is damaged says so, and lets go of the folder', async (t) => {
  const { installation, folder } = await opened(t)
  await installation.create('QM1', { isDefault: true })
  await installation.close()
  const file = join(folder, 'installation.json')
  writeFileSync(file, '{')
  const opening = () => openInstallation({ folder, clock: Date.now, log: silentLog })
  const error = await t.throwsAsync(opening())
  t.true(error.message.startsWith(`${file} is damaged`))
  writeFileSync(file, '{}')
  const again = await opening()
  await again.close()
})

test('persistent messages outlive an end, others do not', async (t) => {
  const { installation } = await opened(t)
  const manager = await installation.create('QM1')
  await manager.start()
  const queue = 'SYSTEM.DEFAULT.LOCAL.QUEUE'
  const before = manager.connect(admin)
  await before.put({ queue }, text('kept', { persistence: 'persistent' }))
  await before.put({ queue }, text('lost', { persistence: 'nonPersistent' }))
  await manager.end()
  await manager.start()
  const after = manager.connect(admin)
  t.deepEqual(
    (await after.list(queue, { limit: 9 })).map(({ length }) => length),
    [4],
  )
  t.is((await after.get(queue))?.body.toString(), 'kept')
})

test('a name that exists, or cannot be one, is refused', async (t) => {
  const { installation } = await opened(t)
  await installation.create('QM1')
  await refuses(t, installation.create('QM1'), 4001)
  for (const name of ['', 'has blank', 'x'.repeat(49), 'ünicode', '../up\0']) {
    await refuses(t, installation.create(name), 2152)
  }
})

test('a removed queue manager leaves nothing behind; a running one is not removed', async (t) => {
  const { installation, folder } = await opened(t)
  const manager = await installation.create('QM1', { isDefault: true })
  await manager.start()
  await refuses(t, installation.remove('QM1'), 2042)
  await t.throwsAsync(installation.remove('QM1'), { message: /QM1 is running/ })
  await manager.end()
  await installation.remove('QM1')
  t.is(installation.find('QM1'), undefined)
  t.deepEqual(readdirSync(join(folder, 'qmgrs')), [])
  await refuses(t, installation.remove('QM1'), 2058)
})

test('a queue manager that is made again does not repeat the ids of the first', async (t) => {
  const folder = folderFor(t)
  let now = Date.UTC(2024, 0, 1)
  const installation = await openInstallation({ folder, clock: () => now, log: silentLog })
  t.teardown(() => installation.close())
  const ids: string[] = []
  for (const _ of [1, 2]) {
    const manager = await installation.create('QM1')
    await manager.start()
    const { messageId } = await manager.connect(admin).put({ queue: 'SYSTEM.DEFAULT.LOCAL.QUEUE' }, text('x'))
    ids.push(messageId.toString('hex'))
    await manager.end()
    await installation.remove('QM1')
    now += 1000
  }
  t.not(ids[0], ids[1])
})

test('a damaged store is reported by its file at the start, and the state stays', async (t) => {
  const { installation, folder } = await opened(t)
  const manager = await installation.create('QM1')
  const file = join(folder, 'qmgrs', 'QM1', 'messages.db')
  truncateSync(file, 0)
  const error = await refuses(t, manager.start(), 2101)
  t.true(error.message.includes(file))
  t.is(manager.state, 'ended')
})

test('a damaged definition is reported by its file, and other queue managers run', async (t) => {
  const { installation, folder } = await opened(t)
  await installation.create('QM1')
  await installation.create('QM2')
  await installation.close()
  const file = join(folder, 'qmgrs', 'QM1', 'qmgr.json')
  writeFileSync(file, '{"name":')

  const again = await open(t, folder)
  const error = await refuses(t, again.find('QM1')?.start() ?? Promise.resolve(), 2101)
  t.true(error.message.includes(file))
  await t.notThrowsAsync(again.find('QM2')?.start() ?? Promise.reject(new Error('QM2 is not there')))
})

test('what a crash left of a creation is no queue manager', async (t) => {
  const { installation, folder } = await opened(t)
  await installation.create('QM1')
  await installation.close()
  mkdirSync(join(folder, 'qmgrs', 'QM2.new'))
  const again = await open(t, folder)
  t.deepEqual(
    again.list().map(({ name }) => name),
    ['QM1'],
  )
  t.false(existsSync(join(folder, 'qmgrs', 'QM2.new')))
})

test('a folder has one owner, and other processes fail with its process id', async (t) => {
  const { installation, folder } = await opened(t)
  await t.throwsAsync(openInstallation({ folder, clock: Date.now, log: silentLog }), {
    message: new RegExp(`is owned by process ${process.pid}`),
  })
  await installation.close()
  await t.notThrowsAsync(open(t, folder))
})

test('an owner that was killed leaves a folder that can be opened, and managers that ended unexpectedly', async (t) => {
  const folder = folderFor(t)
  const child = fork(join(import.meta.dirname, '..', '_support', 'owner.ts'), [folder])
  t.teardown(() => child.kill('SIGKILL'))
  await once(child, 'message')
  await t.throwsAsync(openInstallation({ folder, clock: Date.now, log: silentLog }), {
    message: new RegExp(`is owned by process ${child.pid}`),
  })
  child.kill('SIGKILL')
  await once(child, 'exit')

  const installation = await open(t, folder)
  const manager = installation.find('QM1')
  t.is(manager?.state, 'endedUnexpectedly')
  const file = join(folder, 'qmgrs', 'QM1', 'qmgr.json')
  t.is(JSON.parse(readFileSync(file, 'utf8')).state, 'running', 'nothing is written before the next start')
  await manager?.start()
  t.is(manager?.state, 'running')
})

async function opened(t: ExecutionContext): Promise<{ installation: Installation; folder: string }> {
  const folder = folderFor(t)
  return { installation: await open(t, folder), folder }
}

async function open(t: ExecutionContext, folder: string): Promise<Installation> {
  const installation = await openInstallation({ folder, clock: Date.now, log: silentLog, listenerPort: 0 })
  t.teardown(() => installation.close())
  return installation
}
