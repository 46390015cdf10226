/** Reads the non-persistent messages that PostgreSQL has between an orderly end and the next start. */
import type { PostgresConnection } from '../../../../shared/lib/postgres/postgres-connection.ts'
import type { MessageDescriptor, PreservedMessage } from '../../../manager/store/message-store.ts'

/** How many messages are read at once. */
const messagesPerPage = 256

/** Returns the preserved messages by sequence number, and deletes them. Rejects with a `PostgresError`. */
export async function takePreservedMessages(
  connection: PostgresConnection,
  schema: string,
  fence: number,
): Promise<PreservedMessage[]> {
  const found: PreservedMessage[] = []
  for (let isLast = false; !isLast; ) {
    const rows = await connection.query(pageStatement(schema), [found.at(-1)?.message.sequence ?? 0])
    found.push(...rows.map(parseMessage))
    isLast = rows.length < messagesPerPage
  }
  const text = `DELETE FROM ${schema}.preserved WHERE (SELECT fence FROM ${schema}.owner) = $1`
  if (found.length > 0) await connection.query({ name: 'clear-preserved', text }, [fence])
  return found
}

/** Returns the statement that reads a page of messages after the sequence number `$1`. */
function pageStatement(schema: string) {
  // Without `stored`, ORDER BY would mean the converted number, and every page would sort the whole table.
  const text = `SELECT sequence::double precision, queue::double precision, lane, foreign_id, correlation_id, expires_at,
      length::double precision, body_file, descriptor, backout_count, body FROM ${schema}.preserved AS stored
      WHERE stored.sequence > $1 ORDER BY stored.sequence LIMIT ${messagesPerPage}`
  return { name: 'preserved', text }
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

/** The maximum size in bytes of the bodies in one commit of preserved messages. */
const maxPreservedBytes = 64 * 1_048_576

/** Returns the messages in their order in groups of at most 64 MiB. A message with a larger body is a group of its own. */
export function splitBySize(messages: readonly PreservedMessage[]): PreservedMessage[][] {
  const groups: PreservedMessage[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const message of messages) {
    if (bytes + message.body.length > maxPreservedBytes) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)?.push(message)
    bytes += message.body.length
  }
  return groups
}
