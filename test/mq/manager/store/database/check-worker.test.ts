import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import test from 'ava'
import { folderFor } from '../../_support/folder.ts'

const worker = new URL('../../../../../src/mq/manager/store/database/check-worker.ts', import.meta.url)

function check(file: string): Promise<string | undefined> {
  const started = new Worker(worker, { workerData: file })
  return new Promise((resolve, reject) => {
    started.once('message', resolve)
    started.once('error', reject)
  })
}

test('the thread posts what is wrong with the file, or undefined', async (t) => {
  const folder = folderFor(t)
  const [sound, other] = [join(folder, 'sound.db'), join(folder, 'other.db')]
  const db = new DatabaseSync(sound)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (x)')
  db.close()
  writeFileSync(other, Buffer.alloc(8192, 'x'))
  t.is(await check(sound), undefined)
  t.regex((await check(other)) ?? '', /other\.db: .*not a database/)
})
