import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import test, { type ExecutionContext } from 'ava'

import { folderFor } from '../../_support/folder.ts'

const worker = new URL('../../../../src/qm/store/database/check-worker.ts', import.meta.url)

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

function check(file: string): Promise<string | undefined> {
  const started = new Worker(worker, { workerData: file })
  return new Promise((resolve, reject) => {
    started.once('message', resolve)
    started.once('error', reject)
  })
}

test('an undamaged file with a log passes', async (t) => {
  t.is(await check(killed(t)), undefined)
})

test('damage of the log is found, although SQLite would drop the rest of the log', async (t) => {
  const file = killed(t)
  overwrite(`${file}-wal`, 32 + 100)
  t.regex((await check(file)) ?? '', /messages\.db-wal: frame 1 of the log is damaged/)
})

test('a damaged page is found', async (t) => {
  const file = killed(t)
  overwrite(file, 8192) // a page that the log does not replace
  t.regex((await check(file)) ?? '', /messages\.db: /)
})
