import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import test from 'ava'

import { findStamp, stampOf } from '../../src/config/text/stamp.ts'

test('a file has a stamp once no change of it could hide, and every change is another one', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-stamp-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'a.yaml')
  await writeFile(file, 'a')
  t.is(findStamp(file), undefined) // written only now
  t.is(findStamp(join(folder, 'b.yaml')), undefined)

  const stats = await stat(file)
  const at = (minutes: number) => Date.now() - minutes * 60_000
  const older = Object.assign(stats, { mtimeMs: at(9), ctimeMs: at(9) })
  const stamp = stampOf(older)
  t.is(typeof stamp, 'string')
  for (const other of [{ size: 2 }, { ino: 1 }, { mtimeMs: at(5) }, { ctimeMs: at(5) }])
    t.not(stampOf(Object.assign(Object.create(older), other)), stamp)
  for (const late of [{ mtimeMs: Date.now() }, { ctimeMs: Date.now() + 9_000 }])
    t.is(stampOf(Object.assign(Object.create(older), late)), undefined)
})
