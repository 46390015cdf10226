/** Converts errors of the message store to MQ reason codes. */
import { mqError } from '../types/reason-codes.ts'
import { MessageStoreError } from './message-store.ts'

/** Returns an `MqError` for a `MessageStoreError`, and every other error unchanged. */
export function toMqError(error: unknown): unknown {
  if (!(error instanceof MessageStoreError)) return error
  if (error.kind === 'damaged') return mqError('MQRC_OBJECT_DAMAGED', error.message, { cause: error })
  if (error.kind === 'full') {
    return mqError('MQRC_STORAGE_MEDIUM_FULL', `no room on the disk: ${error.message}`, { cause: error })
  }
  if (error.kind === 'lost') return mqError('MQRC_CONNECTION_BROKEN', error.message, { cause: error })
  return mqError('MQRC_RESOURCE_PROBLEM', error.message, { cause: error })
}

/** Throws what `toMqError` returns, for `promise.catch(throwAsMqError)`. */
export function throwAsMqError(error: unknown): never {
  throw toMqError(error)
}
