/**
 * The errors of the store, and the SQLite result codes that they stand for.
 *
 * https://www.sqlite.org/rescode.html
 */
import { CodedError } from '../../lib/collections/coded-error.ts'

/**
 * `full`: no space on the disk. `busy`: another process held the lock too long, or too many writes wait.
 * `unavailable`: the database cannot be reached at present.
 * `damaged`: the file is damaged or no SQLite file. `closed`: the store was closed. `refused`: the file belongs
 * to another program or a newer version. `failed`: any other error.
 */
export type StateStoreErrorCode = 'full' | 'busy' | 'unavailable' | 'damaged' | 'closed' | 'refused' | 'failed'

/** An operation of the state store failed; `code` is the reason. */
export class StateStoreError extends CodedError<StateStoreErrorCode> {
  override name = 'StateStoreError'
}

/** Seconds after which a retry makes sense. */
const retryAfterSeconds = 5
/** Errors that stay until an operator has acted. */
const lastingCodes: ReadonlySet<StateStoreErrorCode> = new Set(['damaged', 'refused'])

/**
 * Returns after how many seconds the failed request may be repeated, also one whose write may have been stored.
 * Undefined for errors of no store, and for those that last until an operator acts.
 */
export function findStoreRetryAfter(error: unknown): number | undefined {
  return error instanceof StateStoreError && !lastingCodes.has(error.code) ? retryAfterSeconds : undefined
}

/** A store error as a message between threads. Without a code, the caller passed a wrong argument. */
export type SerializedStoreError = { code: StateStoreErrorCode | undefined; message: string }

/** The texts of SQLite's primary result codes. */
const sentences: Record<number, readonly [StateStoreErrorCode, string]> = {
  5: ['busy', 'another process kept it locked too long'],
  6: ['busy', 'another process kept it locked too long'],
  8: ['failed', 'it is read-only; check its permissions and those of its folder'],
  10: ['failed', 'the disk could not be read or written'],
  11: ['damaged', 'it is damaged; restore it from a backup, or move it away to start with an empty one'],
  13: ['full', 'the disk is full; writing works again when there is room'],
  14: ['failed', 'it could not be opened; check that its folder exists and is writable'],
  26: ['damaged', 'it is not a SQLite database and was not changed'],
}

/** Converts an error to a message. Errors of SQLite and of the file system get a text that names the file. */
export function serializeStoreError(cause: unknown, file: string): SerializedStoreError {
  if (cause instanceof StateStoreError) return { code: cause.code, message: cause.message }
  if (!(cause instanceof Error)) return { code: undefined, message: String(cause) }
  if ('syscall' in cause) return { code: 'failed', message: `state file ${file}: ${cause.message}` }

  const code = resultCode(cause)
  if (code === undefined) return { code: undefined, message: cause.message }
  const [errorCode, sentence] = sentences[code] ?? ['failed', cause.message]
  return { code: errorCode, message: `state file ${file}: ${sentence}` }
}

/** Returns the error that a message of `serializeStoreError` describes; `TypeError` for one without a code. */
export function restoreStoreError({ code, message }: SerializedStoreError, options?: ErrorOptions): Error {
  return code ? new StateStoreError(code, message, options) : new TypeError(message, options)
}

/** Returns whether another connection held the lock, so that a retry may succeed. */
export function isBusyError(cause: unknown): boolean {
  const code = resultCode(cause)
  return code === 5 || code === 6
}

/** Returns SQLite's primary result code: the low byte of the extended one. */
function resultCode(cause: unknown): number | undefined {
  const code = cause instanceof Error && 'errcode' in cause ? cause.errcode : undefined
  return typeof code === 'number' ? code & 0xff : undefined
}
