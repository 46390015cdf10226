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

export interface LineWriter {
  /** Takes a line with its line feed. Returns at once; lines go out together, soon. */
  write(line: string): void
  /** Writes what is left. */
  close(): void
}

const soonMs = 100
const togetherBytes = 8 * 1024
/** When nobody takes the lines any more, those beyond this are dropped rather than kept in memory. */
const mostBytes = 16 * 1024 * 1024

/** Lines to standard error, for what is told of every call: many at a time, beside the log. */
export function openLineWriter(): LineWriter {
  const out = pino.destination({
    fd: 2,
    sync: false,
    minLength: togetherBytes,
    maxLength: mostBytes,
    periodicFlush: soonMs,
  })
  return {
    write: (line) => out.write(line),
    close: () => out.flushSync(),
  }
}
