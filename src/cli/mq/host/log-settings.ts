/** What the settings of the web server say about its log: how much is written, and how much of it is kept. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { readSettings, settingsFileName } from '../../../mqweb/index.ts'

export interface LogSettings {
  level: string
  /** Bytes of one file. */
  maxFileBytes: number
  /** Files that are kept beside the one that is written. */
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

/** A settings file that is not there or wrong says nothing: the server itself tells what is wrong with it. */
export function readLogSettings(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): LogSettings {
  try {
    const text = readFileSync(join(folder, settingsFileName), 'utf8')
    const options = { file: settingsFileName, folder, environment: { MQWEB_LTPA_SUFFIX: '', ...environment } }
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
