/** The limit of open files, which a server must not meet in the middle of its start. */
import { readFileSync } from 'node:fs'

import { SettingError } from './setting-error.ts'
import type { Settings } from './settings.ts'

/** The files, sockets and threads of the servers themselves. */
const minOpenFiles = 128
/** Each call takes two: one for the caller, one for the upstream. */
const advisedOpenFiles = 1_024

const advice = 'raise it, for example with "ulimit -n 65536" or LimitNOFILE=65536 in the unit of systemd'

/** What one process may have open; undefined where the system does not say. */
export function readOpenFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined // not Linux
  }
}

/** A warning about a low limit. Throws `SettingRefused` when the servers cannot run with it. */
export function checkOpenFilesLimit(limit = readOpenFilesLimit()): string | undefined {
  if (limit === undefined || limit >= advisedOpenFiles) return undefined
  if (limit < minOpenFiles)
    throw new SettingError(
      `the limit of open files is ${limit}, and the server needs at least ${minOpenFiles} for its own files and sockets: ${advice}`,
    )
  return `the limit of open files is ${limit}, and each call takes two: ${advice}`
}

/** The settings of a server, with a warning about a low limit. Throws `SettingRefused` as `checkOpenFiles` does. */
export function addOpenFilesWarning(settings: Settings): Settings {
  const warning = checkOpenFilesLimit()
  return warning === undefined ? settings : { ...settings, warnings: [...settings.warnings, warning] }
}
