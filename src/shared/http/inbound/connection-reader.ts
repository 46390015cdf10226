/** What reads the connections of a listener: Node's server behind its guard, the fast path, or HTTP/2. */
import type { Socket } from 'node:net'
import type { ExchangeInProgress } from '../message/http-response.ts'
import type { ConnectionState } from './connection-limits.ts'
import type { BodyRateWatch } from './min-body-rate.ts'

export interface ConnectionReader {
  /** Returns the state of a connection; undefined for one of another reader. */
  stateOf(socket: Socket): ConnectionState | undefined
  /** Returns the requests in progress. */
  exchanges(): ExchangeInProgress[]
  /** Makes the response that has not begun, or the next one, the last of each connection. */
  announceClose(): void
  /** Closes the connections without a request. */
  closeIdle(): void
  /** Destroys all connections, with the responses that are not complete, and stops the timer. */
  destroy(): void
}

/** What the readers of one listener share. */
export interface ConnectionReaderOptions {
  /** Whether responses have a `Strict-Transport-Security` header: RFC 6797. A handler can replace it. */
  isStrictTransport: boolean
  /** The time within which a head that has begun must be complete. */
  headTimeoutMs: number
  /** The time for which a client may read nothing of a response. */
  stalledReaderTimeoutMs: number
  /** The interval between two timeout checks of all connections. */
  checkIntervalMs: number
  /** Checks the rate of bodies that did not arrive completely with their head. */
  bodyRateWatch: BodyRateWatch
}
