import { openLog } from '../../lib/output/log.ts'

/** The time in milliseconds, after the drain delay, at which a server ends in any case. */
export const maxShutdownMs = 30_000

/**
 * Exits with a status after 30 s if something still keeps the process alive, so that a server never hangs at its
 * end.
 */
export function exitAfterGrace(status: number): void {
  setTimeout(() => {
    openLog().fatal(`not everything has ended within ${maxShutdownMs / 1_000} s: the process ends now`)
    process.exit(status || 1)
  }, maxShutdownMs).unref()
}
