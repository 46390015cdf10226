/** A file that becomes unreadable while a queue manager runs: calls fail with reasons, and the process goes on. */
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { openReaderConnection } from '../../../../src/mq/manager/store/database/database-file.ts'
import { openMessageReader } from '../../../../src/mq/manager/store/database/message-statements.ts'
import { createSqliteStore } from '../../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import { folderFor } from '../_support/folder.ts'
import { add, message } from './conformance.ts'

for (const [title, bodyBytes] of [
  ['bodies within rows', 900],
  ['bodies of many pages', 60_000],
] as const) {
  test(`pages that cannot be read fail each read of them, and end no process: ${title}`, async (t) => {
    const file = join(folderFor(t), 'messages.db')
    const store = await createSqliteStore(file, { created: 1_700_000_000_000 })
    const sequences = Array.from({ length: 64 }, (_, index) => index + 1)
    await store.commit(sequences.map((each) => add(7, message(each, { length: bodyBytes }), 'x'.repeat(bodyBytes))))
    await store.close()

    using db = openReaderConnection(file)
    const reader = openMessageReader(db, file, new Map())
    t.truthy(reader.find(7, 1)) // the connection knows the size of the file
    truncateSync(file, 3 * 4096)
    const failures = sequences.flatMap((each) => {
      try {
        reader.body(each)
        reader.read(7, each)
        return []
      } catch (error) {
        return (error as Error).message
      }
    })
    t.true(failures.length > 0)
    for (const failure of failures) t.regex(failure, /messages\.db: /)
    t.throws(() => reader.expired(Number.MAX_SAFE_INTEGER, 100))
  })
}
