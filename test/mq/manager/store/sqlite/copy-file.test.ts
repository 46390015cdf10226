import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { createCopyFile } from '../../../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import { folderFor } from '../../_support/folder.ts'
import { openFilesBelow } from '../../_support/open-files.ts'
import { recordWriterRequests } from '../../_support/writer-requests.ts'
import { add, message } from '../conformance.ts'

const created = 1_700_000_000_000

async function create(t: ExecutionContext) {
  const file = join(folderFor(t), 'outer', 'copy', 'messages.db')
  const copy = await createCopyFile(file, created)
  t.teardown(() => copy.close())
  return { copy, file }
}

test('a copy is made in a folder of its owner, which is created and replaces an older one', async (t) => {
  const { copy, file } = await create(t)
  t.is(statSync(dirname(file)).mode & 0o777, 0o700)
  await copy.commit([add(7, message(1))])
  await copy.close()
  mkdirSync(join(dirname(file), 'bodies'))
  writeFileSync(join(dirname(file), 'bodies', 'old'), '')

  const again = await createCopyFile(file, created)
  t.teardown(() => again.close())
  t.false(existsSync(join(dirname(file), 'bodies')))
  t.false(again.has(1))
})

test('shows committed messages and objects, and how much of the file is unused', async (t) => {
  const { copy } = await create(t)
  const record = { kind: 'queue', name: 'A', type: 'QLOCAL', attributes: {}, created: 1, altered: 2 } as const
  await copy.commit([
    { type: 'saveObject', object: { id: 7, record } },
    ...[1, 2].map((sequence) => add(7, message(sequence, { expiresAt: 10 * sequence }), '')),
  ])
  t.deepEqual([1, 2, 3].map(copy.has), [true, true, false])
  t.deepEqual(copy.messages.find(7, 2), message(2, { expiresAt: 20 }))
  t.deepEqual(copy.messages.expired(10, 9), [{ queue: 7, message: message(1, { expiresAt: 10 }) }])
  t.deepEqual(copy.objects(), [{ id: 7, record }])
  t.is(copy.unusedBytes(), 0)
})

test('a copy that is closed twice leaves no file open', async (t) => {
  const { copy, file } = await create(t)
  await copy.commit([add(7, message(1))])
  await Promise.all([copy.close(), copy.close()])
  t.deepEqual(openFilesBelow(dirname(file)), [])
  t.false(existsSync(`${file}-wal`))
  await t.throwsAsync(copy.commit([add(7, message(2))]), { name: 'MessageStoreError' })
})

test.serial('a copy is not synced, and its commits free space on a full disk', async (t) => {
  const requests = recordWriterRequests(t)
  const { copy } = await create(t)
  await copy.commit([add(7, message(1))])
  t.deepEqual(
    requests.map(({ verb, argument: { isCopy, urgent } }) => [verb, isCopy, urgent]),
    [
      ['open', true, undefined],
      ['commit', undefined, true],
    ],
  )
})

test.serial('a copy that cannot be read leaves no file open', async (t) => {
  const { prepare } = DatabaseSync.prototype
  t.teardown(() => {
    DatabaseSync.prototype.prepare = prepare
  })
  DatabaseSync.prototype.prepare = () => {
    throw new Error('no memory')
  }
  const file = join(folderFor(t), 'copy', 'messages.db')
  await t.throwsAsync(createCopyFile(file, created), { name: 'MessageStoreError', message: `${file}: no memory` })
  t.deepEqual(openFilesBelow(dirname(file)), [])
})
