/** Converts errors of PostgreSQL to errors of the message store. */
import { PostgresError } from '../../../../shared/lib/postgres/postgres-error.ts'
import { MessageStoreError } from '../../../manager/store/message-store.ts'

/** Returns a `MessageStoreError` for an error of PostgreSQL, and every other error unchanged. */
export function toPostgresStoreError(error: unknown): unknown {
  if (!(error instanceof PostgresError)) return error
  return new MessageStoreError(error.code === 'full' ? 'full' : 'failed', error.message, { cause: error })
}

/** Throws the error that `toPostgresStoreError` returns. */
export function throwAsStoreError(error: unknown): never {
  throw toPostgresStoreError(error)
}
