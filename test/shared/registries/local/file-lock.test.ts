import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { withFileLock } from '../../../../src/shared/registries/local/file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-lock-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

test('one process at a time holds the lock', async (t) => {
  const file = join(folder, 'one')
  let inside = 0
  await Promise.all(
    Array.from({ length: 5 }, () =>
      withFileLock(file, async () => {
        inside += 1
        t.is(inside, 1)
        await new Promise(setImmediate)
        inside -= 1
      }),
    ),
  )
})

test('the lock is released when the work fails', async (t) => {
  const file = join(folder, 'failing')
  const work = () => Promise.reject(new Error('no'))
  await t.throwsAsync(withFileLock(file, work), { message: 'no' })
  t.is(await withFileLock(file, async () => 'next'), 'next')
})

test('the lock ends with a killed process', async (t) => {
  const file = join(folder, 'killed')
  const lock = new URL('../../../../src/shared/registries/local/file-lock.ts', import.meta.url)
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { withFileLock } from ${JSON.stringify(lock.href)}
     await withFileLock(${JSON.stringify(file)}, () => new Promise(() => { console.log('held'); setInterval(() => {}, 1000) }))`,
  ])
  await once(holder.stdout, 'data')

  const other = new DatabaseSync(file, { timeout: 0 })
  t.throws(() => other.exec('BEGIN EXCLUSIVE'), { message: /locked/ })
  other.close()

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  t.is(await withFileLock(file, async () => 'next'), 'next')
})
