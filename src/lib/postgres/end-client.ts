/** Ends connections to PostgreSQL, also those to a server that has stopped answering. */
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { answerTimeoutMs } from './statement-timeouts.ts'

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
