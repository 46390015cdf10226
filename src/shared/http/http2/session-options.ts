/** The limits of HTTP/2 connections, which nghttp2 enforces, as it does for CONTINUATION and pending ACK frames. */
import type { ServerSessionOptions } from 'node:http2'

export const sessionOptions: ServerSessionOptions & { strictSingleValueFields: boolean } = {
  settings: {
    maxConcurrentStreams: 100,
    maxHeaderListSize: 32 * 1024,
    initialWindowSize: 256 * 1024, // of each stream
    enablePush: false,
  },
  /** The table for compressed headers of responses in bytes, whatever size the client allows. */
  maxDeflateDynamicTableSize: 4 * 1024,
  maxHeaderListPairs: 128,
  maxOutstandingPings: 10,
  maxSettings: 32,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  maxSessionMemory: 16, // MB
  /** Streams that the client may reset at once, and then in a second. */
  streamResetBurst: 200,
  streamResetRate: 20,
  strictSingleValueFields: false, // a header of an upstream that occurs twice must not fail the response
}

/** The same for a listener that serves WebSockets: RFC 8441 section 3. */
export const webSocketSessionOptions = {
  ...sessionOptions,
  settings: { ...sessionOptions.settings, enableConnectProtocol: true },
}

/** The streams of a connection that may end early at once, and then in a second. */
const maxAborts = 200
const abortsPerSecond = 20

/**
 * Limits the streams of a connection that end before their response. A client that opens streams and resets them at
 * once, or makes the server reset them, otherwise starts work without end under the limit of concurrent streams.
 */
export class AbortBudget {
  #left = maxAborts
  #countedAt: number

  constructor(now: number) {
    this.#countedAt = now
  }

  /** Counts a stream that ended early, at a monotonic time in milliseconds. Returns whether the client may go on. */
  spend(now: number): boolean {
    const earned = ((now - this.#countedAt) / 1_000) * abortsPerSecond
    this.#countedAt = now
    this.#left = Math.min(maxAborts, this.#left + earned) - 1
    return this.#left >= 0
  }
}
