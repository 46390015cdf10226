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
