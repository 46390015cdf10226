import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { computeFileStamp, readFileStamp } from '../../../../src/gateway/config/text/file-stamp.ts'

test('a file has a stamp when no further change could go unnoticed, and every change has another stamp', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-stamp-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'a.yaml')
  await writeFile(file, 'a')
  t.is(readFileStamp(file), undefined) // written only now
  t.is(readFileStamp(join(folder, 'b.yaml')), undefined)

  const stats = await stat(file)
  const at = (minutes: number) => Date.now() - minutes * 60_000
  const older = Object.assign(stats, { mtimeMs: at(9), ctimeMs: at(9) })
  const stamp = computeFileStamp(older)
  t.is(typeof stamp, 'string')
  for (const other of [{ size: 2 }, { ino: 1 }, { mtimeMs: at(5) }, { ctimeMs: at(5) }])
    t.not(computeFileStamp(Object.assign(Object.create(older), other)), stamp)
  for (const late of [{ mtimeMs: Date.now() }, { ctimeMs: Date.now() + 9_000 }])
    t.is(computeFileStamp(Object.assign(Object.create(older), late)), undefined)
})
