/** Checks the limit of open files at the start of a server. */
import { readOpenFilesLimit } from '../../lib/files/open-files-limit.ts'
import { SettingError } from './parse-setting.ts'

/** The files, sockets and threads of the servers themselves. */
const minOpenFiles = 128
/** A call takes two: one for the client, one for the upstream. */
const advisedOpenFiles = 1_024

const advice = 'raise it, for example with "ulimit -n 65536" or LimitNOFILE=65536 in the unit of systemd'

/** Returns a warning about a low limit. Throws `SettingError` when the servers cannot run with it. */
export function checkOpenFilesLimit(limit = readOpenFilesLimit()): string | undefined {
  if (limit === undefined || limit >= advisedOpenFiles) return undefined
  if (limit < minOpenFiles)
    throw new SettingError(
      `the limit of open files is ${limit}, and the server needs at least ${minOpenFiles} for its own files and sockets: ${advice}`,
    )
  return `the limit of open files is ${limit}, and each call takes two: ${advice}`
}

/** Adds a warning about a low limit to the settings. Throws `SettingError` as `checkOpenFilesLimit` does. */
export function addOpenFilesWarning<S extends { warnings: readonly string[] }>(settings: S): S {
  const warning = checkOpenFilesLimit()
  return warning === undefined ? settings : { ...settings, warnings: [...settings.warnings, warning] }
}
