/**
 * The log: one JSON line per event, written by pino.
 *
 * Code must not log secrets, tokens and passwords; known secret fields are replaced if it does.
 */
import { type Logger, pino, stdSerializers } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  child(fields: object): Log
  isLevelEnabled?(level: string): boolean
}

/** Opens a log that writes to standard error, or calls `write` with each line. */
export function openLog(options: { level?: string; name?: string; write?: (line: string) => void } = {}): Log {
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

/**
 * Removes the values of secrets from log fields, as a second line of defence.
 *
 * The fields are copied only when there is a value to hide.
 */
const secrets = new Set(['password', 'client_secret', 'access_token', 'refresh_token', 'authorization', 'cookie'])

const hidden = '[secret]'

type Fields = Record<string, unknown>

/** Returns the fields of a log line with secrets replaced, at the top level and in objects one level below. */
function hideSecrets(fields: object): Fields {
  return changed(fields as Fields, (name, value) => {
    if (secrets.has(name)) return hidden
    if (name === 'err') return value // the serializer of errors hides secrets itself
    return typeof value === 'object' && value !== null ? hideAmong(value) : value
  })
}

function hideAmong(fields: object): Fields {
  return changed(fields as Fields, (name, value) => (secrets.has(name) ? hidden : value))
}

/** Returns the same object, or a copy when `show` changes a field. */
function changed(fields: Fields, show: (name: string, value: unknown) => unknown): Fields {
  let copy: Fields | undefined
  for (const name in fields) {
    const value = fields[name]
    const shown = show(name, value)
    if (shown === value) continue
    copy ??= { ...fields }
    copy[name] = shown
  }
  return copy ?? fields
}
