/** Settles with the first SIGTERM or SIGINT. A second signal ends the process at once, with status 130. */
export function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isEnding = false
    const end = (signal: NodeJS.Signals) => {
      if (isEnding) process.exit(130)
      isEnding = true
      resolve(signal)
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
  })
}

/** The time in milliseconds, after the drain delay, at which a server ends in any case. */
export const maxShutdownMs = 30_000

/** Exits with a status after 30 s if something keeps the process alive, so that a server never hangs at its end. */
export function exitAfterGrace(status: number): void {
  setTimeout(async () => {
    const { openLog } = await import('../../lib/output/log.ts')
    openLog().fatal(`not everything has ended within ${maxShutdownMs / 1_000} s: the process ends now`)
    process.exit(status || 1)
  }, maxShutdownMs).unref()
}
