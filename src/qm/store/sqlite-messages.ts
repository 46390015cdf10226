/** The statements that read messages, and those that write them. */
import type { DatabaseSync } from 'node:sqlite'

import { bodyChecksum } from './checksums.ts'
import { guarded } from './faults.ts'
import { asBuffer, columns, prepareRows, type Row, rowOf, stored, type WholeRow } from './message-row.ts'
import type { UnpackedMessage } from './packed-changes.ts'
import { type StoredLanes, type StoredMessage, type StoredMessages, StoreFault } from './store.ts'

type BodyRow = readonly [body: Uint8Array, checksum: number | null]

/** Bytes of a body that is read with its message. */
const small = 4096

/** Reads on a connection that sees what has been committed. */
export function openMessages(
  db: DatabaseSync,
  file: string,
  lanes: Map<number, StoredLanes>,
): StoredMessages {
  let opened = lanes
  const find = prepareRows(db, `SELECT ${columns} FROM message WHERE queue = ? AND sequence = ?`)
  const read = prepareRows(
    db,
    `SELECT ${columns}, body_checksum, CASE WHEN length <= ${small} AND body_file IS NULL THEN body END
    FROM message WHERE queue = ? AND sequence = ?`,
  )
  const expired = prepareRows(
    db,
    `SELECT ${columns} FROM message
    WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`,
  )
  const body = prepareRows(db, 'SELECT body, body_checksum FROM message WHERE sequence = ?')

  const messages: StoredMessages = {
    takeLanes() {
      const lanes = opened
      opened = new Map()
      return lanes
    },

    find: (queue, sequence) => rows(() => find.all(queue, sequence))[0],

    read(queue, sequence) {
      const row = guarded(file, () => read.get(queue, sequence)) as unknown as WholeRow | undefined
      if (!row) return undefined
      const [checksum, bytes] = [row[10], row[11]]
      const message = stored(row, file)
      const isWhole = bytes && message.damage === undefined && isSound(bytes, checksum)
      return { message, body: isWhole ? asBuffer(bytes) : undefined }
    },

    expired: (now, limit) =>
      guarded(file, () =>
        (expired.all(now, limit) as unknown as Row[]).map((row) => ({
          queue: row[0],
          message: stored(row, file),
        })),
      ),

    body(sequence) {
      const row = guarded(file, () => body.get(sequence)) as unknown as BodyRow | undefined
      if (!row) return undefined
      const [bytes, checksum] = row
      if (!isSound(bytes, checksum)) {
        throw new StoreFault('damaged', `${file}: the body of message ${sequence} is not what was put`)
      }
      return asBuffer(bytes)
    },
  }

  function rows(read: () => unknown[]): StoredMessage[] {
    return guarded(file, () => (read() as unknown as Row[]).map((row) => stored(row, file)))
  }

  return messages
}

/** The names of the big bodies that messages have. */
export function bodyFilesIn(db: DatabaseSync): ReadonlySet<string> {
  const rows = db.prepare('SELECT body_file AS name FROM message WHERE body_file IS NOT NULL').all()
  return new Set((rows as { name: string }[]).map(({ name }) => name))
}

/** Writes on the connection of the thread that writes. */
export function messageWrites(db: DatabaseSync) {
  const add = db.prepare(
    `INSERT INTO message (${columns}, body_checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db.prepare('DELETE FROM message WHERE sequence = ?')
  return {
    add: (message: UnpackedMessage) => void add.run(...rowOf(message)),
    remove: (sequence: number) => void remove.run(sequence),
  }
}

function isSound(body: Uint8Array, checksum: number | null): boolean {
  return checksum === null || checksum === bodyChecksum(body)
}
