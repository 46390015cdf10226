import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import test, { type ExecutionContext } from 'ava'

import { findDatabaseFault } from '../../../../src/qm/store/database/find-database-fault.ts'
import { folderFor } from '../../_support/folder.ts'
import { openFilesBelow } from '../../_support/open-files.ts'

/** Returns the copy of a database whose log has several transactions, as a killed process leaves it. */
function killed(t: ExecutionContext): string {
  const folder = folderFor(t)
  const [file, copy] = [join(folder, 'open.db'), join(folder, 'messages.db')]
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (x); INSERT INTO a VALUES (zeroblob(20000))')
  db.exec('PRAGMA wal_checkpoint(RESTART)')
  for (let count = 0; count < 5; count++) db.exec('INSERT INTO a VALUES (zeroblob(5000))')
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
  db.close()
  return copy
}

function overwrite(file: string, offset: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0xff, offset, offset + 200)
  writeFileSync(file, bytes)
}

test('an undamaged file with a log passes, and is closed', (t) => {
  const file = killed(t)
  t.is(findDatabaseFault(file), undefined)
  t.deepEqual(openFilesBelow(dirname(file)), [])
})

test('damage of the log is found, although SQLite would drop the rest of the log', (t) => {
  const file = killed(t)
  overwrite(`${file}-wal`, 32 + 100)
  t.regex(findDatabaseFault(file) ?? '', /messages\.db-wal: frame 1 of the log is damaged/)
})

test('a damaged page is found, and the file is closed', (t) => {
  const file = killed(t)
  overwrite(file, 8192) // a page that the log does not replace
  t.true(findDatabaseFault(file)?.startsWith(`${file}: `))
  t.deepEqual(openFilesBelow(dirname(file)), [])
})
