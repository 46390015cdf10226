/** A log that shows what is written to it to somebody else, too. */
import type { Log } from '../../lib/log.ts'

/** `seen` is handed the fields of each line, of children as well. */
export function tapLog(log: Log, seen: (fields: unknown) => void): Log {
  const through = (level: 'debug' | 'info' | 'warn' | 'error' | 'fatal') =>
    ((...line: [unknown]) => {
      seen(line[0])
      log[level](...line)
    }) as Log['info']

  return {
    debug: through('debug'),
    info: through('info'),
    warn: through('warn'),
    error: through('error'),
    fatal: through('fatal'),
    child: (fields) => tapLog(log.child(fields), seen),
  }
}
