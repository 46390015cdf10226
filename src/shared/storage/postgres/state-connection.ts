/** A connection to PostgreSQL whose errors are those of the state store. */
import {
  openPostgresConnection,
  type PostgresConnection,
  type PostgresConnectionOptions,
} from '../../lib/postgres/postgres-connection.ts'
import { PostgresError } from '../../lib/postgres/postgres-error.ts'
import { StateStoreError } from '../contract/state-store-error.ts'

/** Returns a connection that is not open yet. `query` rejects with `StateStoreError`. */
export function openStateConnection(options: PostgresConnectionOptions): PostgresConnection {
  const connection = openPostgresConnection(options)
  return {
    async query(statement, values) {
      try {
        return await connection.query(statement, values)
      } catch (error) {
        throw toStateStoreError(error)
      }
    },
    close: connection.close,
  }
}

/** Returns the error of the state store for an error of PostgreSQL, and every other error unchanged. */
export function toStateStoreError(error: unknown): unknown {
  if (!(error instanceof PostgresError)) return error
  return new StateStoreError(error.code, error.message, { cause: error.cause })
}

/**
 * Returns the time of the database, which all nodes share, so that clocks of machines that differ bend no expiry. It
 * shows the time of this machine until it is measured. It runs on `timer`, which counts milliseconds, between two
 * measurements; a correction of the machine's clock has no effect on it.
 */
export function openDatabaseClock(timer: () => number = () => performance.now()) {
  let offset = Date.now() - timer()
  let last = 0

  return {
    /** Returns milliseconds since the epoch by the clock of the database. Never returns less than before. */
    now(): number {
      last = Math.max(last, Math.round(timer() + offset))
      return last
    },

    /** Measures the difference. `readTime` returns the database's time in milliseconds since the epoch. */
    async measure(readTime: () => Promise<number>): Promise<void> {
      const sentAt = timer()
      const time = await readTime()
      const receivedAt = timer()
      offset = time - (sentAt + receivedAt) / 2
    },
  }
}
