/** Handles errors that a server emits after it has begun to listen. Without a listener, Node would end the process. */
import type { Log } from '../../lib/output/log.ts'
import { type ConnectionLimits, isDescriptorShortage } from '../inbound/connection-limits.ts'

export interface AcceptErrorOptions {
  limits: ConnectionLimits | undefined
  /** Without a log, errors are warnings of the process. */
  log: Pick<Log, 'error'> | undefined
}

/** The minimum interval between two reports. The system may report the same error for every connection. */
const reportEveryMs = 10_000

/** Returns the `error` listener: at most one report in ten seconds. Connection limits report missing descriptors. */
export function createAcceptErrorHandler({ limits, log }: AcceptErrorOptions): (error: Error) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    if (limits && isDescriptorShortage(error)) {
      limits.onDescriptorShortage()
      return
    }
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    if (log) log.error({ err: error }, 'the server cannot accept a connection')
    else process.emitWarning(error)
  }
}
