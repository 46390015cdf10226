/** The statements that keep messages. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

import { guarded } from './faults.ts'
import type { Place, StoredMessage, StoredMessages } from './store.ts'

interface Row {
  sequence: number
  lane: number
  foreign_id: Uint8Array | null
  correlation_id: Uint8Array | null
  expires_at: number | null
  length: number
  body_file: string | null
  descriptor: string
}

const columns = 'sequence, lane, foreign_id, correlation_id, expires_at, length, body_file, descriptor'

export function messageStatements(db: DatabaseSync, file: string) {
  const add = db.prepare(
    `INSERT INTO message (queue, ${columns}, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
  const expired = db.prepare(`SELECT queue, ${columns} FROM message
    WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`)
  const body = db.prepare('SELECT body FROM message WHERE sequence = ?')
  const named = db.prepare('SELECT body_file AS name FROM message WHERE body_file IS NOT NULL')

  const messages: StoredMessages = {
    tallies: () => guarded(file, () => tallies.all() as { queue: number; lane: number; count: number }[]),

    page: (queue, lane, after, limit) => rows(() => page.all(queue, lane, after, limit)),

    find: (queue, sequence) => rows(() => find.all(queue, sequence))[0],

    select: (queue, by, id, after: Place, limit) =>
      rows(() => select[by].all(queue, id, after.lane, after.sequence, limit)),

    expired: (now, limit) =>
      guarded(file, () =>
        (expired.all(now, limit) as unknown as (Row & { queue: number })[]).map((row) => ({
          queue: row.queue,
          message: stored(row),
        })),
      ),

    body(sequence) {
      const row = guarded(file, () => body.get(sequence)) as { body: Uint8Array } | undefined
      return row && asBuffer(row.body)
    },
  }

  function rows(read: () => unknown[]): StoredMessage[] {
    return guarded(file, () => (read() as Row[]).map(stored))
  }

  return {
    ...messages,

    add(queue: number, message: StoredMessage, bytes: Buffer): void {
      const { sequence, lane, foreignId, correlationId, expiresAt, length, bodyFile, descriptor } = message
      const values: SQLInputValue[] = [queue, sequence, lane, foreignId ?? null, correlationId ?? null]
      add.run(...values, expiresAt ?? null, length, bodyFile ?? null, JSON.stringify(descriptor), bytes)
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

function stored(row: Row): StoredMessage {
  return {
    sequence: row.sequence,
    lane: row.lane,
    foreignId: row.foreign_id ? asBuffer(row.foreign_id) : undefined,
    correlationId: row.correlation_id ? asBuffer(row.correlation_id) : undefined,
    expiresAt: row.expires_at ?? undefined,
    length: row.length,
    bodyFile: row.body_file ?? undefined,
    descriptor: JSON.parse(row.descriptor),
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
