/**
 * Reads many rows from PostgreSQL with COPY, in the binary form of
 * https://www.postgresql.org/docs/current/sql-copy.html.
 *
 * `pg` hands over each CopyData message, and the server sends one row in each. pg-copy-streams joins them to a stream
 * of bytes, in which the rows would have to be found again.
 */
import type pg from 'pg'
import { connectToPrimary } from '../../../../shared/lib/postgres/connect-to-primary.ts'
import { endClient } from '../../../../shared/lib/postgres/end-client.ts'
import { connectError, PostgresError, statementError } from '../../../../shared/lib/postgres/postgres-error.ts'
import type { PostgresLocation } from '../../../../shared/lib/postgres/postgres-location.ts'

/** Called with each row: the number of columns in two bytes, and each column after its length. `row` is reused afterwards. */
export type CopiedRowReceiver = (row: Buffer) => void

/** A connection for COPY. */
export interface CopyReader {
  /** Copies the result of the query. Rejects with a `PostgresError`; some rows may then have been received. */
  copy(query: string, receive: CopiedRowReceiver): Promise<void>
  close(): Promise<void>
}

/** Opens a connection to the server that accepts writes. Rejects with a `PostgresError`. */
export async function openCopyReader(location: PostgresLocation): Promise<CopyReader> {
  const client = await connectToPrimary(location, { pipeline: false }).catch((cause: unknown) => {
    throw cause instanceof PostgresError ? cause : connectError(cause, location.name)
  })
  return {
    copy: (query, receive) =>
      new Promise((resolve, reject) => {
        const done = (cause?: Error | null) => (cause ? reject(statementError(cause, location.name)) : resolve())
        client.query(new CopyQuery(query, receive, done))
      }),
    close: () => endClient(client),
  }
}

/** The signature, the flags and the length of the extension, before the first row. */
const headerBytes = 19
/** The number -1 in place of a number of columns, after the last row. */
const trailerBytes = 2

/** A query of `pg`. PostgreSQL sends each row in a message of its own; the first one begins with the header. */
class CopyQuery implements pg.Submittable {
  readonly #text: string
  readonly #receive: CopiedRowReceiver
  /** `pg` replaces it to end its own timeout. */
  callback: (error?: Error | null) => void
  #isFirst = true
  #error: Error | undefined

  constructor(query: string, receive: CopiedRowReceiver, callback: (error?: Error | null) => void) {
    this.#text = `COPY (${query}) TO STDOUT (FORMAT binary)`
    this.#receive = receive
    this.callback = callback
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const row = this.#isFirst ? chunk.subarray(headerBytes) : chunk
    this.#isFirst = false
    if (row.length > trailerBytes && !this.#error) this.#pass(row)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(this.#error)
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  #pass(row: Buffer): void {
    try {
      this.#receive(row)
    } catch (error) {
      this.#error = error as Error
    }
  }
}
