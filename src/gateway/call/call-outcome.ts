/** The outcome of a call, for its record. The part of the gateway that ends a call fills it. */
import type { CallReason } from '../../telemetry/calls/index.ts'

export class CallOutcome {
  /** Why the call was rejected or broke off; undefined for a call that was served. */
  reason: CallReason | undefined
  /** A text for the log that explains the reason, such as the error of the upstream. */
  detail: string | undefined
  /** The element of the documents that caused the rejection, as `file:line`. */
  location: string | undefined
  /** The status with which the connection was switched to another protocol. */
  switchedStatus: number | undefined
  /** Bytes of the response body that were sent to the caller. */
  bytesSent = 0
  /**
   * When the request to the upstream was sent, on the monotonic clock in milliseconds; 0 when no upstream was
   * called.
   */
  upstreamStartedAt = 0
  /**
   * When the head of the upstream's response arrived, on the monotonic clock in milliseconds; 0 when no upstream
   * has responded.
   */
  upstreamRespondedAt = 0
}
