import { mkdtemp, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type { MonitorDefinition, TransferRequest } from '../../../../../../src/mq/parts/file-transfer/engine/index.ts'
import { FolderMonitor } from '../../../../../../src/mq/parts/file-transfer/engine/monitors/folder-monitor.ts'

/** A monitor whose clock makes every poll read the whole folder. */
async function openMonitor(trigger: MonitorDefinition['trigger']) {
  const folder = await mkdtemp(join(tmpdir(), 'mft-monitor-'))
  let now = 0
  const clock = () => now
  const definition: MonitorDefinition = {
    name: 'M',
    type: 'directory',
    pollInterval: 1,
    pollUnit: 'minutes',
    matchesPerTask: 1,
    resource: folder,
    recursionLevel: 0,
    trigger,
    pattern: { syntax: 'wildcard', include: '*.csv', exclude: '' },
    task: {} as TransferRequest,
    originator: { host: '', userId: '', mqmdUserId: '' },
  }
  const monitor = new FolderMonitor(definition, folder, [], clock)
  return {
    folder,
    monitor,
    async poll() {
      now += 1_000_000
      return (await monitor.poll()).map(({ name }) => name)
    },
    async close() {
      monitor.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

test('a file is found until it is handled, and again when it has changed', async (t) => {
  const { folder, monitor, poll, close } = await openMonitor({ type: 'matchAll' })
  await writeFile(join(folder, 'a.csv'), '1')
  await writeFile(join(folder, 'b.txt'), '1')
  const found = await monitor.poll()
  t.deepEqual(
    found.map(({ name }) => name),
    ['a.csv'],
  )
  monitor.markHandled(found)
  t.deepEqual(await poll(), [])
  await utimes(join(folder, 'a.csv'), 1, 1)
  t.deepEqual(await poll(), ['a.csv'])
  await unlink(join(folder, 'a.csv'))
  t.deepEqual(await poll(), [])
  t.false(monitor.hasMatches)
  await close()
})

test('noChangeInSize waits until the size was the same for the polls', async (t) => {
  const { folder, poll, close } = await openMonitor({ type: 'noChangeInSize', polls: 2 })
  await writeFile(join(folder, 'a.csv'), '1')
  t.deepEqual(await poll(), [])
  await writeFile(join(folder, 'a.csv'), '12')
  t.deepEqual(await poll(), [])
  t.deepEqual(await poll(), [])
  t.deepEqual(await poll(), ['a.csv'])
  await close()
})

test('sizeGreaterOrEqualTo waits for the size', async (t) => {
  const { folder, poll, close } = await openMonitor({ type: 'sizeGreaterOrEqualTo', bytes: 2 })
  await writeFile(join(folder, 'a.csv'), '1')
  t.deepEqual(await poll(), [])
  await writeFile(join(folder, 'a.csv'), '12')
  t.deepEqual(await poll(), ['a.csv'])
  await close()
})

test('a link to itself does not keep the other files of the folder from being found', async (t) => {
  const { folder, poll, close } = await openMonitor({ type: 'matchAll' })
  await symlink('loop.csv', join(folder, 'loop.csv'))
  await writeFile(join(folder, 'a.csv'), '1')
  t.deepEqual(await poll(), ['a.csv'])
  await close()
})
