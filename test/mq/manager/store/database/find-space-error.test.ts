import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { explainSpaceError, probeSpace } from '../../../../../src/mq/manager/store/database/find-space-error.ts'
import { folderFor } from '../../_support/folder.ts'
import { openFilesBelow } from '../../_support/open-files.ts'
import { recordProbeWrites } from '../../_support/probe-writes.ts'

const { ENOSPC, EDQUOT, EFBIG, EIO } = constants.errno

const explanations = [
  [ENOSPC, 'the disk is full'],
  [EDQUOT, 'the disk quota of this user is used up'],
  [EFBIG, 'the file has the maximum size that this process may write (RLIMIT_FSIZE)'],
] as const

function database(t: ExecutionContext, bytes = 100_000): { folder: string; file: string } {
  const folder = folderFor(t)
  const file = join(folder, 'messages.db')
  writeFileSync(file, Buffer.alloc(bytes))
  return { folder, file }
}

test('only errors for lack of space are explained', (t) => {
  for (const [errno, text] of explanations) t.is(explainSpaceError({ errno: -errno }), text)
  t.is(explainSpaceError({ errno: -EIO }), undefined)
  t.is(explainSpaceError({}), undefined)
})

for (const [title, logBytes, position] of [
  ['without a log', undefined, 100_000],
  ['with a shorter log', 5_000, 100_000],
  ['with a longer log', 200_000, 200_000],
] as const)
  test.serial(`a probe is written behind the end of the longest file: ${title}`, (t) => {
    const { folder, file } = database(t)
    if (logBytes !== undefined) writeFileSync(`${file}-wal`, Buffer.alloc(logBytes))
    const writes = recordProbeWrites(t)
    t.is(probeSpace(file), undefined)
    t.deepEqual(writes, [{ length: 65_536, position, mode: 0o600 }])
    t.false(existsSync(`${file}-probe`))
    t.deepEqual(openFilesBelow(folder), [])
  })

test.serial('a missing database is probed from the beginning', (t) => {
  const writes = recordProbeWrites(t)
  t.is(probeSpace(join(folderFor(t), 'messages.db')), undefined)
  t.is(writes[0]?.position, 0)
})

for (const [errno, text] of [...explanations, [EIO, undefined]] as const)
  test.serial(`a probe that fails with ${errno} leaves no file, and explains ${text ?? 'nothing'}`, (t) => {
    const { folder, file } = database(t)
    recordProbeWrites(t, errno)
    t.is(probeSpace(file), text)
    t.deepEqual([readdirSync(folder), openFilesBelow(folder)], [['messages.db'], []])
  })

test('a probe that cannot be created or removed explains nothing', (t) => {
  const { file } = database(t)
  mkdirSync(`${file}-probe`)
  t.is(probeSpace(file), undefined)
  t.true(statSync(`${file}-probe`).isDirectory())
})
