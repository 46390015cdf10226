import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openStoreWriter } from '../../../../../src/mq/manager/store/sqlite/store-writer.ts'
import { loadCopy, messagePageQuery } from '../../../../../src/mq/parts/database/store/load-copy.ts'
import { openPostgresConnection } from '../../../../../src/shared/lib/postgres/postgres-connection.ts'
import { parsePostgresLocation } from '../../../../../src/shared/lib/postgres/postgres-location.ts'
import { FakePostgres } from '../../../manager/_support/fake-postgres.ts'
import { emptySchema } from '../../../manager/_support/fake-postgres-schema.ts'
import { folderFor } from '../../../manager/_support/folder.ts'
import { openFilesBelow } from '../../../manager/_support/open-files.ts'

const messagesPerPage = 32_768

/** A database with the messages 1 to `count`, and how to make a copy of it. `pages` has where each page begins. */
function open(t: ExecutionContext, count: number) {
  const database = new FakePostgres().install(t)
  const schema = emptySchema()
  database.schemas.set('qm_a', schema)
  for (let sequence = 1; sequence <= count; sequence++)
    schema.messages.set(sequence, {
      sequence,
      queue: 7,
      lane: 0,
      foreign_id: null,
      correlation_id: null,
      expires_at: null,
      length: 5,
      body_file: null,
      descriptor: '{}',
      backout_count: null,
    })
  const pages: number[] = []
  database.onStatement = (name, [after]) => {
    if (name === 'COPY') pages.push(after as number)
    return undefined
  }
  const location = { ...parsePostgresLocation('postgres://sluice@db:5432/data'), schema: 'qm_a' }
  const connection = openPostgresConnection({ location })
  t.teardown(connection.close)
  const folder = join(folderFor(t), 'copy')
  const load = () => loadCopy({ location, connection, file: join(folder, 'messages.db'), created: 1 })
  return { database, schema, pages, folder, load }
}

for (const [count, expectedPages] of [
  [messagesPerPage, [0, messagesPerPage]],
  [messagesPerPage + 1, [0, messagesPerPage]],
] as const)
  test.serial(`${count} messages are copied in pages of 32,768`, async (t) => {
    const { load, pages } = open(t, count)
    const { file, lanes } = await load()
    t.teardown(file.close)
    t.deepEqual(pages, [...expectedPages])
    t.deepEqual(
      lanes.get(7)?.get(0)?.sequences,
      Array.from({ length: count }, (_, index) => index + 1),
    )
    t.deepEqual([1, count, count + 1].map(file.has), [true, true, false])
  })

test.serial('a page that cannot be written while the next one is read is reported once', async (t) => {
  const { database, schema, folder, load } = open(t, messagesPerPage + 1)
  schema.messages.set('twice', schema.messages.get(1) as object as never)
  schema.messages.delete(2)
  const other = await openStoreWriter({ file: join(folderFor(t), 'other.db'), created: 1, isNew: true })
  t.teardown(other.close)
  database.onStatement = async (name, [after]) => {
    if (name === 'COPY' && Number(after) > 0) {
      await other.claimBlock() // the thread answers it after the page
      await new Promise(setImmediate)
    }
    return undefined
  }
  await t.throwsAsync(load(), { name: 'MessageStoreError', message: /UNIQUE constraint/ })
  t.deepEqual(openFilesBelow(folder), [])
  t.true(database.connections <= 1, 'the connection that copied is closed')
})

test('the query of a page names the schema and where the page begins', (t) => {
  const text = messagePageQuery('qm_a', 5)
  t.regex(text, /FROM qm_a\.message AS stored\s+WHERE stored\.sequence > 5 ORDER BY stored\.sequence LIMIT 32768$/)
})
