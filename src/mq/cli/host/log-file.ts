/** A log file with rotation: a full file is renamed, and a new one is started. The settings of the web server say when. */
import { appendFileSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolderSync } from '../../../shared/lib/files/make-folder.ts'
import { readSettings, settingsFileName } from '../../web/index.ts'

/** A file is full at `maxFileBytes` bytes; `maxOldFiles` older files stay beside it. Writing never throws. */
export function openLogFile(
  folder: string,
  name: string,
  { maxFileBytes, maxOldFiles }: { maxFileBytes: number; maxOldFiles: number },
) {
  makeFolderSync(folder)
  const file = join(folder, name)
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0

  return {
    write(line: string): void {
      try {
        if (size > 0 && size + line.length > maxFileBytes) {
          for (let each = maxOldFiles - 1; each > 0; each -= 1) move(`${file}.${each}`, `${file}.${each + 1}`)
          if (maxOldFiles > 0) move(file, `${file}.1`)
          else truncateSync(file)
          size = 0
        }
        appendFileSync(file, line, { mode: 0o600 })
        size += line.length
      } catch {
        // A full disk must not end the server; the line is lost.
      }
    },
  }
}

function move(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to)
}

interface LogSettings {
  level: string
  /** The size at which a file is full. */
  maxFileBytes: number
  /** The number of full files to keep. */
  maxOldFiles: number
}

const standard: LogSettings = { level: 'info', maxFileBytes: 20 * 1024 * 1024, maxOldFiles: 1 }

const levels: Readonly<Record<string, string>> = {
  off: 'silent',
  fatal: 'fatal',
  severe: 'error',
  error: 'error',
  warning: 'warn',
  audit: 'info',
  info: 'info',
  config: 'info',
  detail: 'debug',
  fine: 'debug',
  finer: 'debug',
  finest: 'debug',
  all: 'debug',
}

/** Returns the settings, or defaults when the file is missing or invalid, which the server itself reports. */
export function readLogSettings(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): LogSettings {
  try {
    const text = readFileSync(join(folder, settingsFileName), 'utf8')
    const options = { file: settingsFileName, folder, environment }
    const { maxTraceFiles, maxTraceFileSize, traceSpec } = readSettings(text, options).settings.properties
    const word = /(?:^|:)\*=(\w+)/.exec(traceSpec)?.[1] ?? 'info'
    return {
      level: environment.SLUICE_LOG ?? levels[word.toLowerCase()] ?? standard.level,
      maxFileBytes: maxTraceFileSize * 1024 * 1024,
      maxOldFiles: maxTraceFiles - 1,
    }
  } catch {
    return { ...standard, level: environment.SLUICE_LOG ?? standard.level }
  }
}
