/** Ends connections to PostgreSQL, also those to a server that has stopped answering. */
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The database cancels a statement after this time. */
export const statementTimeoutMs = 10_000

/** A connection without an answer is given up after this time. */
export const answerTimeoutMs = 15_000

/** Waits for answers and for the server's end of the connection, `answerTimeoutMs` at most. Never rejects. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => streamOf(client).destroy(), answerTimeoutMs)
  await client.end().catch(() => {})
  clearTimeout(timer)
}

/** The types of `pg` do not have this member. */
function streamOf(client: pg.Client): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}
