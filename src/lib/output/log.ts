/**
 * The log: one JSON line per event, written by pino.
 *
 * Code must not log secrets, tokens and passwords; known secret fields are replaced if it does.
 */
import { type Logger, pino, stdSerializers } from 'pino'

import { hideSecrets } from './hide-secrets.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & { child(fields: object): Log }

/** Opens a log that writes to standard error, or calls `write` with each line. */
export function openLog(
  options: { level?: string; name?: string; write?: (line: string) => void } = {},
): Log {
  const { level = 'info', name, write } = options
  const settings = {
    level,
    base: name ? { part: name } : {},
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: Error) => hideSecrets(stdSerializers.err(error)) },
    formatters: { level: (label: string) => ({ level: label }), log: hideSecrets },
  }
  return withHidingChildren(pino(settings, write ? { write } : pino.destination({ fd: 2, sync: false })))
}

/** Hides secrets in the fields of child loggers too: pino does not pass them to the `log` formatter. */
function withHidingChildren(log: Logger): Log {
  const { child } = log
  return Object.assign(log, {
    child(this: Logger, fields: object) {
      return child.call(this, hideSecrets(fields))
    },
  })
}

/** A log that writes nothing. */
export const silentLog: Log = pino({ level: 'silent' })
