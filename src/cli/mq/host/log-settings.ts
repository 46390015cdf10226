/** Reads the level and the file sizes of the log from the settings of the web server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { readSettings, settingsFileName } from '../../../mqweb/index.ts'

export interface LogSettings {
  level: string
  /** The size at which a file is full. */
  maxFileBytes: number
  /** The number of full files to keep. */
  maxOldFiles: number
}

const standard: LogSettings = { level: 'info', maxFileBytes: 20 * 1024 * 1024, maxOldFiles: 1 }

/** The words of a trace specification, `*=info`, and the levels of the log. */
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

/**
 * Returns the settings, or defaults when the file is missing or invalid; the server itself reports what is wrong
 * with it.
 */
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
