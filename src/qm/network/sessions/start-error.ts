/** Converts errors of sessions to errors of commands. */
import { mqError } from '../../types/reason-codes.ts'
import { ChannelError } from '../protocol/channel-error.ts'

/** Returns an `MqError` for a `ChannelError`: 4030 when the partner is unreachable or refuses, 2549 for a definition. */
export function toStartError(error: unknown): unknown {
  if (!(error instanceof ChannelError)) return error
  const reason = error.isFinal ? 'MQRC_OPERATION_NOT_ALLOWED' : 'MQRCCF_PING_ERROR'
  return mqError(reason, error.message, { cause: error })
}
