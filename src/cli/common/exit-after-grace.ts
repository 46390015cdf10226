import { openLog } from '../../lib/output/log.ts'

/** Longer than anything that is closed in order takes. */
const graceMs = 30_000

/**
 * Ends the process with a status if something still keeps it from ending by itself after 30 s: a server must never hang
 * at its end.
 */
export function exitAfterGrace(status: number): void {
  setTimeout(() => {
    openLog().fatal(`not everything has ended within ${graceMs / 1_000} s: the process ends now`)
    process.exit(status || 1)
  }, graceMs).unref()
}
