/** A disk that is full: puts are refused, and everything that makes room works. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { DiskSpace } from '../../../src/mq/manager/store/disk-space.ts'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import { folderFor } from './_support/folder.ts'
import { addSystemObjects, benchOver, refuses, text } from './_support/manager.ts'
import { openMemoryMessageStore } from './_support/memory-message-store.ts'

const mount = 'mount -t tmpfs -o size=24m tmpfs "$1"'
const missing = whyNot()
const onSmallDisk = missing ? test.skip : test

onSmallDisk(
  `on a full disk gets, CLEAR, DEFINE and a start work${missing ? ` (skipped: ${missing})` : ''}`,
  async (t) => {
    const disk = join(folderFor(t), 'disk')
    mkdirSync(disk)
    const story = join(import.meta.dirname, '_support', 'full-disk.ts')
    const child = spawn(
      'unshare',
      [
        ...['-rm', 'sh', '-c', `${mount} && exec "$2" --disable-warning=ExperimentalWarning "$3" "$1"`],
        ...['sh', disk, process.execPath, story],
      ],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    )
    t.teardown(() => child.kill('SIGKILL'))
    const [met] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    t.deepEqual(met, {
      full: { refused: 2192, got: 0, mixed: [2192, 0], defined: 0 },
      states: ['QM1 endedUnexpectedly'],
      isUnchanged: true,
      started: 0,
      early: 2192,
      inMemory: 0,
      got: 0,
      reused: 0,
      cleared: 0,
      ended: 0,
    })
  },
)

test('with little room, persistent messages are refused and others are taken', async (t) => {
  const lines: string[] = []
  const folder = folderFor(t)
  const say = (_: object, line: string) => void lines.push(line)
  const log = { ...silentLog, error: say, info: say } as typeof silentLog
  const disk = new DiskSpace({ folder, minFreeBytes: Number.MAX_SAFE_INTEGER, log })
  t.teardown(() => disk.close())
  const store = openMemoryMessageStore()
  await addSystemObjects(store)
  const { connection, define } = benchOver(t, store, { disk })
  await define('queue', 'QLOCAL', 'A')
  await t.notThrowsAsync(connection.put({ queue: 'A' }, text('x', { persistence: 'persistent' })))

  await disk.check()
  await disk.check()
  const error = await refuses(t, connection.put({ queue: 'A' }, text('x', { persistence: 'persistent' })), 2192)
  t.true(error.message.includes(folder))
  t.regex(error.message, /MQRC_STORAGE_MEDIUM_FULL \(2192\): \d+ bytes are free in .* need \d+/)
  await t.notThrowsAsync(connection.put({ queue: 'A' }, text('x')))
  t.is((await connection.get('A'))?.body.toString(), 'x')
  t.deepEqual(lines, ['the disk is nearly full: puts of persistent messages are refused'])
})

test('a minimum of 0 refuses nothing', async (t) => {
  const disk = new DiskSpace({ folder: folderFor(t), minFreeBytes: 0, log: silentLog })
  t.teardown(() => disk.close())
  await disk.check()
  t.true(disk.freeBytes > 0)
  t.is(disk.shortage, undefined)
})

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'it takes Linux'
  const { status, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', mount, 'sh', '/tmp'], { encoding: 'utf8' })
  return status === 0 ? undefined : `a file system cannot be mounted here: ${stderr?.trim()}`
}
