/**
 * The log: one JSON line per event, written by pino.
 *
 * Secrets, tokens and passwords are never handed to it, and hidden if they are.
 */
import { type Logger, pino, stdSerializers } from 'pino'

import { hideSecrets } from './hide-secrets.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & { child(fields: object): Log }

/** A log that writes to standard error, or to `write` when it is given. */
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

/** What every line of a child says is not formatted as the fields of one line are. */
function withHidingChildren(log: Logger): Log {
  const { child } = log
  return Object.assign(log, {
    child(this: Logger, fields: object) {
      return child.call(this, hideSecrets(fields))
    },
  })
}

/** A log that keeps nothing. */
export const silentLog: Log = pino({ level: 'silent' })
