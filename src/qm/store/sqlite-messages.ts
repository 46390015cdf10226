/** The statements that keep messages. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import { bodyChecksum, type MessageColumns, messageChecksum } from './checksums.ts'
import { guarded } from './faults.ts'
import { type Descriptor, type Place, type StoredMessage, type StoredMessages, StoreFault } from './store.ts'

interface Row extends MessageColumns {
  checksum: number | null
}

interface BodyRow {
  body: Uint8Array
  body_checksum: number | null
}

const columns =
  'queue, sequence, lane, foreign_id, correlation_id, expires_at, length, body_file, descriptor, checksum'

export function messageStatements(db: DatabaseSync, file: string) {
  const add = db.prepare(
    `INSERT INTO message (${columns}, body_checksum, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = db.prepare('DELETE FROM message WHERE sequence = ?')
  const tallies = db.prepare('SELECT queue, lane, count(*) AS count FROM message GROUP BY queue, lane')
  const page = db.prepare(`SELECT ${columns} FROM message
    WHERE queue = ? AND lane = ? AND sequence > ? ORDER BY sequence LIMIT ?`)
  const find = db.prepare(`SELECT ${columns} FROM message WHERE queue = ? AND sequence = ?`)
  const select = {
    foreignId: db.prepare(selection('foreign_id')),
    correlationId: db.prepare(selection('correlation_id')),
  }
  const expired = db.prepare(`SELECT ${columns} FROM message
    WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`)
  const body = db.prepare('SELECT body, body_checksum FROM message WHERE sequence = ?')
  const named = db.prepare('SELECT body_file AS name FROM message WHERE body_file IS NOT NULL')

  const messages: StoredMessages = {
    tallies: () => guarded(file, () => tallies.all() as { queue: number; lane: number; count: number }[]),

    page: (queue, lane, after, limit) => rows(() => page.all(queue, lane, after, limit)),

    find: (queue, sequence) => rows(() => find.all(queue, sequence))[0],

    select: (queue, by, id, after: Place, limit) =>
      rows(() => select[by].all(queue, id, after.lane, after.sequence, limit)),

    expired: (now, limit) =>
      guarded(file, () =>
        (expired.all(now, limit) as unknown as Row[]).map((row) => ({
          queue: row.queue,
          message: stored(row, file),
        })),
      ),

    body(sequence) {
      const row = guarded(file, () => body.get(sequence)) as BodyRow | undefined
      if (!row) return undefined
      if (row.body_checksum !== null && row.body_checksum !== bodyChecksum(row.body)) {
        throw new StoreFault('damaged', `${file}: the body of message ${sequence} is not what was put`)
      }
      return asBuffer(row.body)
    },
  }

  function rows(read: () => unknown[]): StoredMessage[] {
    return guarded(file, () => (read() as Row[]).map((row) => stored(row, file)))
  }

  return {
    ...messages,

    add(queue: number, message: StoredMessage, bytes: Buffer): void {
      const row = rowOf(queue, message)
      const head: SQLInputValue[] = [queue, row.sequence, row.lane, row.foreign_id, row.correlation_id]
      const rest: SQLInputValue[] = [row.expires_at, row.length, row.body_file, row.descriptor]
      add.run(...head, ...rest, messageChecksum(row), bodyChecksum(bytes), bytes)
    },

    remove(sequence: number): void {
      remove.run(sequence)
    },

    /** The big bodies that messages name. */
    bodyFiles: () => new Set((named.all() as { name: string }[]).map((row) => row.name)),
  }
}

function selection(column: string): string {
  return `SELECT ${columns} FROM message WHERE queue = ? AND ${column} = ? AND (lane, sequence) > (?, ?)
    ORDER BY lane, sequence LIMIT ?`
}

function rowOf(queue: number, message: StoredMessage): MessageColumns {
  return {
    queue,
    sequence: message.sequence,
    lane: message.lane,
    foreign_id: message.foreignId ?? null,
    correlation_id: message.correlationId ?? null,
    expires_at: message.expiresAt ?? null,
    length: message.length,
    body_file: message.bodyFile ?? null,
    descriptor: JSON.stringify(message.descriptor),
  }
}

/** Nothing is believed of a row whose checksum is wrong but its place. */
function stored(row: Row, file: string): StoredMessage {
  const { sequence, lane } = row
  if (row.checksum !== null && row.checksum !== messageChecksum(row)) {
    const damage = `${file}: what was kept about message ${sequence} is not what was put`
    return { ...unreadable, sequence, lane, damage }
  }
  return {
    sequence,
    lane,
    foreignId: row.foreign_id ? asBuffer(row.foreign_id) : undefined,
    correlationId: row.correlation_id ? asBuffer(row.correlation_id) : undefined,
    expiresAt: row.expires_at ?? undefined,
    length: row.length,
    bodyFile: row.body_file ?? undefined,
    descriptor: JSON.parse(row.descriptor),
  }
}

const noDescriptor: Descriptor = {
  ...{ format: '', priority: 0, putAt: 0, userId: '', applicationName: '', ccsid: 0, backoutCount: 0 },
}
const nothing = { foreignId: undefined, correlationId: undefined, expiresAt: undefined, bodyFile: undefined }
const unreadable = { ...nothing, length: 0, descriptor: noDescriptor }

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
