/** Logs once for each reason that the signing keys cannot be read, and once that they can be read again. */
import type { Log } from '../../lib/output/log.ts'

export type FailureLog = ReturnType<typeof openFailureLog>

/** Returns a log of failures: each reason is logged once until it changes, and then the first success. */
export function openFailureLog(log: Log) {
  let reason: string | undefined

  return {
    report({ message }: Error): void {
      if (message !== reason)
        log.error({ reason: message }, 'the signing keys cannot be read; the last ones stay in use')
      reason = message
    },

    clear(): void {
      if (reason !== undefined) log.info('the signing keys can be read again')
      reason = undefined
    },
  }
}
