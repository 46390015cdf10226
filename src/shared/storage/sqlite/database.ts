/** Opens the SQLite file of the embedded store: checks it, and upgrades its schema. */
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolderSync } from '../../lib/files/make-folder.ts'
import { ensurePrivateFile } from '../../lib/files/private-file.ts'
import { findWalDamage } from '../../lib/files/wal-damage.ts'
import { isBusyError, restoreStoreError, StateStoreError, serializeStoreError } from '../contract/state-store-error.ts'
import { checksummedColumns, registerChecksumFunction } from './entry-checksum.ts'

const applicationId = 0x51_0c_e0_01 // identifies the file as a state file in its header
const schemaVersion = 2

/** The numbers of entries saved with `wakesWatchers`, in commit order, used once. Older versions ignore the table. */
const changeTable = `
  CREATE TABLE IF NOT EXISTS change (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    expires_at REAL,
    UNIQUE (kind, key)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS change_by_expiry ON change (expires_at) WHERE expires_at IS NOT NULL;
`

/** `expires_at` and `consumed_at` are milliseconds since the epoch; `value` is JSON; `family` is the group. */
const schema = `
  CREATE TABLE IF NOT EXISTS entry (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    consumed_at REAL,
    expires_at REAL,
    family TEXT,
    checksum INTEGER,
    PRIMARY KEY (kind, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entry_by_expiry ON entry (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS entry_by_family ON entry (family) WHERE family IS NOT NULL;
  ${changeTable}
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`

/** Milliseconds to wait for other processes at the start; SQLite itself does not wait for a switch to WAL mode. */
const openTimeoutMs = 10_000

/** Opens or creates the file. Throws `StateStoreError` for a damaged file and for a database of another program. */
export async function openStateDatabase(file: string): Promise<DatabaseSync> {
  const deadline = performance.now() + openTimeoutMs
  for (;;) {
    try {
      return prepare(file)
    } catch (cause) {
      if (!isBusyError(cause) || performance.now() > deadline) {
        throw restoreStoreError(serializeStoreError(cause, file), { cause })
      }
      await wait(10)
    }
  }
}

/** The pages of the write-ahead log at which a commit runs a checkpoint, if maintenance has not done so before. */
const maxWalPages = 8_000

/** Opens a durable connection for writes to a checked file. `timeout`: milliseconds to wait for other connections. */
export function openWriterDatabase(file: string, timeout: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout })
  registerChecksumFunction(database)
  database.exec('PRAGMA synchronous = FULL')
  database.exec(`PRAGMA wal_autocheckpoint = ${maxWalPages}`)
  return database
}

function prepare(file: string): DatabaseSync {
  makeFolderSync(dirname(file), { mode: 0o700 })
  ensurePrivateFile(file) // it has keys and hashes
  checkLog(file)
  const database = new DatabaseSync(file, { timeout: 50 })
  try {
    registerChecksumFunction(database)
    if (number(database, 'SELECT count(*) FROM sqlite_schema') === 0) create(database)
    else check(database, file)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Rejects a damaged write-ahead log, because SQLite would drop the commits after the damage. Other processes can write
 * the log during the check, so only damage that is found twice counts.
 */
function checkLog(file: string) {
  const damage = findWalDamage(file)
  if (damage === undefined || findWalDamage(file) !== damage) return
  throw new StateStoreError('damaged', `state file ${damage}`)
}

function create(database: DatabaseSync) {
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('BEGIN IMMEDIATE')
  database.exec(schema) // has no effect when another process was first
  database.exec('COMMIT')
}

function check(database: DatabaseSync, file: string) {
  if (number(database, 'PRAGMA application_id') !== applicationId) {
    throw new StateStoreError('refused', `state file ${file}: it is a database of another program and was not changed`)
  }
  const found = number(database, 'PRAGMA user_version')
  if (found > schemaVersion) {
    const text = `it was written by a newer version (schema ${found}, this version supports up to ${schemaVersion})`
    throw new StateStoreError('refused', `state file ${file}: ${text}`)
  }
  const verdict = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0]
  if (verdict !== 'ok') {
    const text = `it is damaged (${String(verdict).trim()}); restore it from a backup`
    throw new StateStoreError('damaged', `state file ${file}: ${text}`)
  }
  if (found < schemaVersion) upgrade(database)
  database.exec(changeTable)
  checkEntries(database, file)
}

/** Adds the column for checksums. Entries that were written before it have no checksum and are not checked. */
function upgrade(database: DatabaseSync) {
  database.exec('BEGIN IMMEDIATE')
  // Another process may have been first.
  if (number(database, 'PRAGMA user_version') < schemaVersion) {
    database.exec(`ALTER TABLE entry ADD COLUMN checksum INTEGER; PRAGMA user_version = ${schemaVersion}`)
  }
  database.exec('COMMIT')
}

/** Checks all entries when the file is opened, because a flipped bit in a key hides an entry from later reads. */
function checkEntries(database: DatabaseSync, file: string) {
  const damaged = database
    .prepare(`SELECT kind, key FROM entry WHERE checksum <> entry_checksum(${checksummedColumns}) LIMIT 1`)
    .get() as { kind: string; key: string } | undefined
  if (damaged) throw damagedEntryError(file, damaged)
}

/** Returns the error for a damaged entry. The message has only the beginning of the key, which can be a secret. */
export function damagedEntryError(file: string, { kind, key }: { kind: string; key: string }): StateStoreError {
  const text = `the entry ${kind} ${key.slice(0, 8)}… is damaged; restore the file from a backup`
  return new StateStoreError('damaged', `state file ${file}: ${text}`)
}

function number(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0])
}
