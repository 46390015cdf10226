/** How sessions end, and how their errors reach partners and commands. */
import { mqError } from '../../../manager/types/errors.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { encodeJsonFrame, type FrameType, frameTypes } from '../protocol/frames.ts'
import type { FrameConnection } from '../transport/frame-connection.ts'
import { KeyRepositoryError } from '../transport/tls-files.ts'

/** Why a session ended without an error. */
export type SessionEnd = 'idle' | 'stopped' | 'closedByPartner'

/** The text for a partner that the channel authentication records refuse: the rule itself is for the log of this side alone. */
const notAuthorizedText = 'the queue manager does not authorize this connection; its log has the reason'

/** Sends the error to the partner, unless it came from there, and closes the connection. */
export function refuse(connection: FrameConnection, error: unknown): void {
  const { code, message, isFromPartner } =
    error instanceof ChannelError
      ? error
      : { code: 'INTERNAL_ERROR', message: (error as Error).message, isFromPartner: false }
  const text = code === 'NOT_AUTHORIZED' ? notAuthorizedText : message
  if (!isFromPartner) connection.send(encodeJsonFrame(frameTypes.refusal, { code, text }))
  connection.end()
}

export function unexpected(type: FrameType): ChannelError {
  return new ChannelError('PROTOCOL_ERROR', `the partner sent a frame of type ${type}, which does not belong here`)
}

/** Returns an `MqError` for a `ChannelError`: 4030 for the partner, 2549 for a definition, 2381 for own keys. */
export function toStartError(error: unknown): unknown {
  if (!(error instanceof ChannelError)) return error
  if (error instanceof KeyRepositoryError) return mqError('MQRC_KEY_REPOSITORY_ERROR', error.message, { cause: error })
  const reason = error.isFinal ? 'MQRC_OPERATION_NOT_ALLOWED' : 'MQRCCF_PING_ERROR'
  return mqError(reason, error.message, { cause: error })
}

/** Lets the loop of a session sleep until something has happened. */
export class WakeUp {
  #sleeping: PromiseWithResolvers<void> | undefined

  /** Ends the sleep; has no effect while the loop works. */
  wake(): void {
    this.#sleeping?.resolve()
  }

  async sleep(): Promise<void> {
    this.#sleeping = Promise.withResolvers()
    await this.#sleeping.promise
    this.#sleeping = undefined
  }
}

/** The time in milliseconds that a session has to finish its batch when the queue manager ends. */
export const closeTimeoutMs = 5000

export function inUse(name: string): Error {
  return mqError('MQRCCF_CHANNEL_IN_USE', `channel ${name} is in use`, { object: name })
}
