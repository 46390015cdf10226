/** A fault of the store as the reason code that it is to a caller. */
import { mqError } from '../types/reason-codes.ts'
import { MessageStoreError } from './message-store.ts'

/** Other errors are answered as they are. */
export function toMqError(error: unknown): unknown {
  if (!(error instanceof MessageStoreError)) return error
  if (error.kind === 'damaged') return mqError('MQRC_OBJECT_DAMAGED', error.message, { cause: error })
  if (error.kind === 'full') {
    return mqError('MQRC_STORAGE_MEDIUM_FULL', `no room on the disk: ${error.message}`, { cause: error })
  }
  return mqError('MQRC_RESOURCE_PROBLEM', error.message, { cause: error })
}
