import type { Log } from '../../../shared/lib/output/log.ts'

/** Logs warnings and uncaught errors of this process. An uncaught error still ends the process with status 1. */
export function logProcessErrors(log: Log): void {
  process.removeAllListeners('warning') // Node's own listener prints them
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error was not caught: the process ends')
    process.exit(1)
  })
}
