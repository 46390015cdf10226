import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { findWalDamage } from '../../../../src/shared/lib/files/wal-damage.ts'

const frameBytes = 24 + 4096

test('a database without a log, or with a valid one, is not damaged', (t) => {
  const { file, folder } = killed(t, 20)
  t.is(findWalDamage(join(folder, 'none.db')), undefined)
  t.is(findWalDamage(file), undefined)
})

test('a flipped bit in any part of any frame but those of the last transaction is found', (t) => {
  const { file, log, frames } = killed(t, 12)
  const lastTransaction = frames - 3
  for (let frame = 0; frame < lastTransaction; frame++) {
    for (const offset of [0, 5, 9, 13, 17, 21, 24, 24 + 2048, frameBytes - 1]) {
      damage(file, log, 32 + frame * frameBytes + offset)
      const found = findWalDamage(file) ?? ''
      t.true(found.includes(`${file}-wal: frame ${frame + 1} of the log is damaged`), `frame ${frame} + ${offset}`)
    }
  }
})

test('a flipped bit in the header is found', (t) => {
  const { file, log } = killed(t, 3)
  for (let offset = 0; offset < 32; offset++) {
    damage(file, log, offset)
    t.regex(findWalDamage(file) ?? '', /-wal: the header of the log is damaged/)
  }
})

test('a last transaction that a power cut interrupted is no damage', (t) => {
  const { file, log, frames } = killed(t, 6)
  for (const cut of [1, 100, frameBytes, frameBytes + 50]) {
    writeFileSync(`${file}-wal`, log.subarray(0, log.length - cut))
    t.is(findWalDamage(file), undefined, `${cut} bytes are missing`)
  }
  damage(file, log, 32 + (frames - 1) * frameBytes + 100)
  t.is(findWalDamage(file), undefined)
})

test('frames of an earlier run of the log are no damage', (t) => {
  const { file } = killed(t, 30, (db) => {
    db.exec('PRAGMA wal_checkpoint(RESTART)')
    db.exec('INSERT INTO a VALUES (randomblob(100))')
  })
  t.is(findWalDamage(file), undefined)
})

test('the advice keeps what was committed before the damage', (t) => {
  const { file, log } = killed(t, 12)
  damage(file, log, 32 + 8 * frameBytes + 30)
  const bytes = Number(/truncate -s (\d+)/.exec(findWalDamage(file) ?? '')?.[1])
  writeFileSync(`${file}-wal`, log.subarray(0, bytes))
  t.is(findWalDamage(file), undefined)
  const db = new DatabaseSync(file)
  t.deepEqual({ ...db.prepare('PRAGMA quick_check').get() }, { quick_check: 'ok' })
  db.close()
})

/** A database as a process leaves it that is killed after so many commits. */
function killed(t: ExecutionContext, commits: number, more: (db: DatabaseSync) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-wal-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const live = join(folder, 'live.db')
  const file = join(folder, 'killed.db')
  const db = new DatabaseSync(live)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (b)')
  for (let commit = 0; commit < commits; commit++) db.exec('INSERT INTO a VALUES (randomblob(3000))')
  more(db)
  copyFileSync(live, file)
  copyFileSync(`${live}-wal`, `${file}-wal`)
  db.close()
  const log = readFileSync(`${file}-wal`)
  return { folder, file, log, frames: (log.length - 32) / frameBytes }
}

function damage(file: string, log: Buffer, offset: number): void {
  const copy = Buffer.from(log)
  copy[offset] = (copy[offset] as number) ^ 4
  writeFileSync(`${file}-wal`, copy)
}

test('a damaged checksum is found when a single frame follows it', (t) => {
  const { file, log } = killed(t, 3, (db) => {
    db.exec('PRAGMA wal_checkpoint(RESTART); CREATE TABLE c (d); INSERT INTO c VALUES (1); INSERT INTO c VALUES (2)')
  })
  const salts = log.subarray(16, 24)
  let frames = 0
  while (salts.equals(log.subarray(32 + frames * frameBytes + 8, 32 + frames * frameBytes + 16))) frames++
  damage(file, log, 32 + (frames - 2) * frameBytes + 20) // the last two transactions have a frame each
  t.regex(findWalDamage(file) ?? '', new RegExp(`frame ${frames - 1} of the log is damaged`))
})
