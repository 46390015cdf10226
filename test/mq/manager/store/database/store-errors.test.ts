import { writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { runWithStoreErrors, toStoreError } from '../../../../../src/mq/manager/store/database/store-errors.ts'
import { MessageStoreError } from '../../../../../src/mq/manager/store/message-store.ts'
import { folderFor } from '../../_support/folder.ts'
import { recordProbeWrites } from '../../_support/probe-writes.ts'

const { ENOSPC, EDQUOT, EACCES } = constants.errno

function database(t: ExecutionContext): string {
  const file = join(folderFor(t), 'messages.db')
  writeFileSync(file, Buffer.alloc(100_000))
  return file
}

/** SQLite's result codes, https://www.sqlite.org/rescode.html. */
for (const [title, error, kind] of [
  ['SQLITE_FULL', { errcode: 13 }, 'full'],
  ['SQLITE_IOERR_SHMSIZE', { errcode: 4874 }, 'full'],
  ['ENOSPC', { errno: -ENOSPC }, 'full'],
  ['SQLITE_CORRUPT', { errcode: 11 }, 'damaged'],
  ['SQLITE_CORRUPT_INDEX', { errcode: 779 }, 'damaged'],
  ['SQLITE_NOTADB', { errcode: 26 }, 'damaged'],
  ['ENOENT', { code: 'ENOENT' }, 'damaged'],
  ['SQLITE_BUSY', { errcode: 5 }, 'failed'],
  ['SQLITE_IOERR_READ', { errcode: 266 }, 'failed'],
  ['SQLITE_IOERR_SHMMAP', { errcode: 5386 }, 'failed'],
  ['EACCES', { code: 'EACCES', errno: -EACCES }, 'failed'],
] as const)
  test(`${title} is an error of the kind ${kind}`, (t) => {
    const file = database(t)
    const cause = Object.assign(new Error('the text'), error)
    const found = toStoreError(file, cause)
    t.true(found instanceof MessageStoreError)
    t.like(found, { kind, cause })
    t.is(found.message, `${file}: ${title === 'ENOSPC' ? 'the disk is full: ' : ''}the text`)
  })

for (const [code, title] of [
  [778, 'write'],
  [1034, 'sync'],
  [1546, 'truncation'],
] as const)
  test.serial(`a failed ${title} is a full disk when a probe finds no space, and a failure otherwise`, (t) => {
    const file = database(t)
    const cause = Object.assign(new Error('disk I/O error'), { errcode: code })
    t.like(toStoreError(file, cause), { kind: 'failed', message: `${file}: disk I/O error` })
    recordProbeWrites(t, EDQUOT)
    const message = `${file}: the disk quota of this user is used up: disk I/O error`
    t.like(toStoreError(file, cause), { kind: 'full', message })
  })

test.serial('other errors write no probe', (t) => {
  const file = database(t)
  const writes = recordProbeWrites(t, EDQUOT)
  for (const error of [new Error('any'), Object.assign(new Error('busy'), { errcode: 5 })])
    t.is(toStoreError(file, error).kind, 'failed')
  t.deepEqual(writes, [])
})

test('an error of the store stays as it is, and what is no error is rendered', (t) => {
  const error = new MessageStoreError('damaged', 'the text')
  t.is(toStoreError('/file', error), error)
  t.is(
    t.throws(() => runWithStoreErrors('/file', () => fail(error))),
    error,
  )
  t.is(toStoreError('/file', 'text').message, '/file: text')
  t.is(
    runWithStoreErrors('/file', () => 5),
    5,
  )
})

function fail(error: Error): never {
  throw error
}
