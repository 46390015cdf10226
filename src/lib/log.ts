/**
 * The log: one JSON line per event, written by pino.
 *
 * Secrets, tokens and passwords are never handed to it; redaction here is the second lock, not the first.
 */
import { type Logger, pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & { child(fields: object): Log }

const secrets = ['password', 'client_secret', 'access_token', 'refresh_token', 'authorization', 'cookie']

/** A log that writes to standard error, or to `write` when it is given. */
export function openLog(
  options: { level?: string; name?: string; write?: (line: string) => void } = {},
): Log {
  const { level = 'info', name, write } = options
  const settings = {
    level,
    base: name ? { part: name } : {},
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((key) => [key, `*.${key}`]), censor: '[secret]' },
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino(settings, write ? { write } : pino.destination({ fd: 2, sync: false }))
}

/** A log that keeps nothing. */
export const silentLog: Log = pino({ level: 'silent' })
