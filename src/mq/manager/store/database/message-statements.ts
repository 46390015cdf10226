/** The statements that read and write messages. */
import type { DatabaseSync } from 'node:sqlite'
import {
  type LaneSnapshots,
  MessageStoreError,
  type PreservedMessage,
  type SetBackoutCount,
  type StoredMessageReader,
} from '../message-store.ts'
import { computeBodyChecksum, computeMessageChecksum, type MessageColumns } from './checksums.ts'
import {
  buildInsertValues,
  type DeserializedMessage,
  type MessageRow,
  type MessageRowWithBody,
  messageColumnNames,
  parseMessageRow,
  prepareArrayStatement,
  viewAsBuffer,
} from './message-row.ts'
import { runWithStoreErrors } from './store-errors.ts'

type BodyRow = readonly [body: Uint8Array, checksum: number | null]

/** The maximum size in bytes of a body that is read together with its message. */
const maxInlineBodyBytes = 4096

/** Opens the reader on a connection that sees committed data. */
export function openMessageReader(
  db: DatabaseSync,
  file: string,
  lanes: Map<number, LaneSnapshots>,
): StoredMessageReader {
  let opened = lanes
  const findStatement = `SELECT ${messageColumnNames} FROM message WHERE queue = ? AND sequence = ?`
  const find = prepareArrayStatement<MessageRow>(db, findStatement)
  const read = prepareArrayStatement<MessageRowWithBody>(
    db,
    `SELECT ${messageColumnNames}, body_checksum, CASE WHEN length <= ${maxInlineBodyBytes} AND body_file IS NULL THEN body END
    FROM message WHERE queue = ? AND sequence = ?`,
  )
  const expiredStatement = `SELECT ${messageColumnNames} FROM message
    WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`
  const expired = prepareArrayStatement<MessageRow>(db, expiredStatement)
  const body = prepareArrayStatement<BodyRow>(db, 'SELECT body, body_checksum FROM message WHERE sequence = ?')

  return {
    takeLaneSnapshots() {
      const lanes = opened
      opened = new Map()
      return lanes
    },

    find: (queue, sequence) =>
      runWithStoreErrors(file, () => {
        const row = find.get(queue, sequence)
        return row && parseMessageRow(row, file)
      }),

    read(queue, sequence) {
      const row = runWithStoreErrors(file, () => read.get(queue, sequence))
      if (!row) return undefined
      const message = parseMessageRow(row, file)
      const isWhole = row[11] && message.damage === undefined && isSound(row[11], row[10])
      return { message, body: isWhole ? viewAsBuffer(row[11]) : undefined }
    },

    together: (reads) => runInSnapshot(db, file, reads),

    expired: (now, limit) =>
      runWithStoreErrors(file, () =>
        expired.all(now, limit).map((row) => ({ queue: row[0], message: parseMessageRow(row, file) })),
      ),

    body(sequence) {
      const row = runWithStoreErrors(file, () => body.get(sequence))
      if (!row) return undefined
      const [bytes, checksum] = row
      if (!isSound(bytes, checksum))
        throw new MessageStoreError('damaged', `${file}: the body of message ${sequence} is not what was put`)
      return viewAsBuffer(bytes)
    },
  }
}

/** Runs reads in a transaction: between two of them, a commit of the writer empties the page cache of the connection. */
function runInSnapshot<T>(db: DatabaseSync, file: string, reads: () => T): T {
  runWithStoreErrors(file, () => db.exec('BEGIN'))
  try {
    return reads()
  } finally {
    if (db.isTransaction) db.exec('COMMIT')
  }
}

/** Returns the names of the body files of all messages. */
export function listBodyFiles(db: DatabaseSync): ReadonlySet<string> {
  const rows = db.prepare('SELECT body_file AS name FROM message WHERE body_file IS NOT NULL').all()
  return new Set((rows as { name: string }[]).map(({ name }) => name))
}

/** Prepares the writes on the connection of the writer thread. */
export function prepareMessageWrites(db: DatabaseSync) {
  const add = db.prepare(
    `INSERT INTO message (${messageColumnNames}, body_checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db.prepare('DELETE FROM message WHERE sequence = ?')
  const find = prepareArrayStatement<MessageRow>(db, `SELECT ${messageColumnNames} FROM message WHERE sequence = ?`)
  const describe = db.prepare('UPDATE message SET descriptor = ?, checksum = ? WHERE sequence = ?')
  return {
    add: (message: DeserializedMessage) => void add.run(...buildInsertValues(message)),
    remove: (sequence: number) => void remove.run(sequence),

    setBackoutCount({ sequence, backoutCount }: SetBackoutCount): void {
      const row = find.get(sequence)
      const checksum = row?.[9] ?? null
      // A new checksum would hide the damage of a damaged row.
      if (!row || (checksum !== null && checksum !== computeMessageChecksum(row))) return
      const columns = row.slice(0, 8) as unknown as DropLast<MessageColumns>
      const descriptor = JSON.stringify({ ...JSON.parse(row[8]), backoutCount })
      describe.run(descriptor, computeMessageChecksum([...columns, descriptor]), sequence)
    },
  }
}

type DropLast<T> = T extends readonly [...infer First, unknown] ? First : never

function isSound(body: Uint8Array, checksum: number | null): boolean {
  return checksum === null || checksum === computeBodyChecksum(body)
}

/** The statements that preserve non-persistent messages between an orderly end and the next start. */
export function preparePreservedStatements(db: DatabaseSync) {
  const add = db.prepare(
    `INSERT INTO parked (${messageColumnNames}, body_checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const statement = `SELECT ${messageColumnNames}, body_checksum, body FROM parked ORDER BY sequence`
  const all = prepareArrayStatement<MessageRowWithBody>(db, statement)
  const clear = db.prepare('DELETE FROM parked')

  return {
    add(messages: readonly DeserializedMessage[]): void {
      for (const message of messages) add.run(...buildInsertValues(message))
    },

    /** Reads all rows and deletes them. */
    take(): MessageRowWithBody[] {
      const rows = all.all()
      if (rows.length > 0) clear.run()
      return rows
    },
  }
}

/** Parses the rows and drops damaged messages, because non-persistent messages may be lost. */
export function parsePreservedRows(rows: readonly MessageRowWithBody[], file: string): PreservedMessage[] {
  return rows.flatMap((row) => {
    const message = parseMessageRow(row, file)
    const body = viewAsBuffer(row[11] as Uint8Array)
    const isSound = message.damage === undefined && row[10] === computeBodyChecksum(body)
    return isSound ? { queue: row[0], message, body } : []
  })
}
