/** Copies the committed state of a queue manager from PostgreSQL to a file on this machine, at its start. */
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PostgresConnection, PostgresStatement } from '../../../lib/postgres/postgres-connection.ts'
import type { MessageDescriptor, MessageStore, PreservedMessage, StoredRecord } from '../message-store.ts'
import { createSqliteStore, openSqliteStore } from '../sqlite/sqlite-store.ts'

/** How many messages are read at once. Each has at most 256 KiB; larger bodies are in the table of bodies. */
const messagesPerPage = 256

/** Where the copy is made from and to. */
export interface CopyOptions {
  readonly connection: PostgresConnection
  readonly schema: string
  /** The file of the copy. Its folder is replaced. */
  readonly file: string
  readonly created: number
}

/** Returns the copy, opened. Rejects with a `PostgresError` or a `MessageStoreError`. */
export async function loadCopy({ connection, schema, file, created }: CopyOptions): Promise<MessageStore> {
  await rm(dirname(file), { recursive: true, force: true })
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const copy = await createSqliteStore(file, { created, isCopy: true })
  try {
    const objects = await connection.query(
      { name: 'objects', text: `SELECT * FROM ${schema}.object ORDER BY id` },
      [],
    )
    await copy.commit(objects.map((row) => ({ type: 'saveObject', object: parseObject(row) })))
    let written = Promise.resolve()
    for await (const page of readMessages(connection, `${schema}.message`)) {
      await written // while this page was read, the one before was written
      written = copy.commit(page.map((message) => ({ type: 'add', ...message })))
    }
    await written
  } finally {
    await copy.close()
  }
  return openSqliteStore(file, { created, isCopy: true })
}

/** Reads all messages of a table in pages, in the order of their sequence numbers. Reads one page ahead. */
export async function* readMessages(
  connection: PostgresConnection,
  table: string,
): AsyncGenerator<PreservedMessage[]> {
  const statement = messagePageStatement(table)
  const query = (after: unknown) => {
    const rows = connection.query(statement, [after])
    rows.catch(() => undefined) // it is reported when the page is needed
    return rows
  }
  for (let next = query(0); ; ) {
    const rows = await next
    const isLast = rows.length < messagesPerPage
    if (!isLast) next = query(rows.at(-1)?.sequence)
    if (rows.length > 0) yield rows.map(parseMessage)
    if (isLast) return
  }
}

/** Returns the statement that reads a page of messages after the sequence number `$1`. */
export function messagePageStatement(table: string): PostgresStatement {
  // Without `stored`, ORDER BY would mean the converted number, and every page would sort the whole table.
  const text = `SELECT sequence::double precision, queue::double precision, lane, foreign_id, correlation_id, expires_at,
      length::double precision, body_file, descriptor, backout_count, body FROM ${table} AS stored
      WHERE stored.sequence > $1 ORDER BY stored.sequence LIMIT ${messagesPerPage}`
  return { name: `messages ${table}`, text }
}

function parseMessage(row: Record<string, unknown>): PreservedMessage {
  return {
    queue: row.queue as number,
    message: {
      sequence: row.sequence as number,
      lane: row.lane as number,
      foreignId: (row.foreign_id as Buffer | null) ?? undefined,
      correlationId: (row.correlation_id as Buffer | null) ?? undefined,
      expiresAt: (row.expires_at as number | null) ?? undefined,
      length: row.length as number,
      bodyFile: (row.body_file as string | null) ?? undefined,
      descriptor: parseDescriptor(row),
    },
    body: row.body as Buffer,
  }
}

function parseDescriptor(row: Record<string, unknown>): MessageDescriptor {
  const descriptor = JSON.parse(row.descriptor as string)
  return row.backout_count === null ? descriptor : { ...descriptor, backoutCount: row.backout_count }
}

function parseObject(row: Record<string, unknown>) {
  const { kind, name, type, created, altered } = row as unknown as StoredRecord
  const attributes = JSON.parse(row.attributes as string)
  return { id: Number(row.id), record: { kind, name, type, attributes, created, altered } }
}
