/**
 * The current settings: `mqwebuser.xml` and its included files, read at the start and again when one of them
 * changes. When the changed files are invalid, the previous settings stay in use and the log contains the errors.
 */
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { readRegularFile } from '../../../shared/lib/files/read-regular-file.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { type Environment, readSettings } from './read.ts'
import { type MqwebSettings, MqwebSettingsError } from './settings.ts'

export const settingsFileName = 'mqwebuser.xml'

export interface SettingsSourceOptions {
  /** The folder of `mqwebuser.xml`. */
  folder: string
  /** The environment variables for `${env.NAME}` in the settings. */
  environment: Environment
  log: Log
  /** Called with each change, before `reload` settles. */
  onChange: (now: MqwebSettings, before: MqwebSettings) => void | Promise<void>
}

const settleMs = 100 // editors write a file in several steps
const pollIntervalMs = 2_000 // some file systems do not report changes

/** Opens the source. Throws `MqwebSettingsError` for an invalid file and the error of one that cannot be read. */
export async function openSettingsSource({ folder, environment, log, onChange: changed }: SettingsSourceOptions) {
  const file = join(folder, settingsFileName)
  let text = readRegularFile(file).toString()
  let included: ReadonlyMap<string, string | undefined> = new Map()
  let current = parse(text)
  let reloading = Promise.resolve()

  function parse(text: string): MqwebSettings {
    const files = new Map<string, string | undefined>()
    included = files // also when the settings are invalid, because the next change may be in an included file
    const onFile = (path: string, held: string | undefined) => files.set(path, held)
    const { settings, warnings } = readSettings(text, { file: settingsFileName, folder, environment, onFile })
    for (const warning of warnings) log.warn({ file }, warning)
    if (!settings.security.enabled)
      log.warn(
        { file },
        'security is disabled: every request is allowed. Add a registry or the feature appSecurity to enable it',
      )
    return settings
  }

  async function look(): Promise<void> {
    const now = readRegularFile(file).toString()
    if (now === text && [...included].every(([path, before]) => readIfPossible(path) === before)) return
    text = now
    const before = current
    current = parse(now)
    try {
      await changed(current, before)
    } catch (error) {
      current = before
      throw error
    }
    log.info({ file }, 'the settings have changed and are in use')
  }

  /** Reads the files if one has changed. Settles when the change is in use or was rejected. */
  function reload(): Promise<void> {
    reloading = reloading.then(look).catch((error: Error) => {
      const problems = error instanceof MqwebSettingsError ? error.problems : [error.message]
      for (const problem of problems) log.error({ file }, `the previous settings stay in use: ${problem}`)
    })
    return reloading
  }

  const stop = whenChanged(folder, () => void reload(), log)
  return { current: () => current, reload, close: stop }
}

function readIfPossible(path: string): string | undefined {
  return attempt(() => readRegularFile(path).toString())
}

/** Calls `onTouched` some time after a settings file changes, and at intervals. Returns the function that stops. */
function whenChanged(folder: string, onTouched: () => void, log: Log): () => void {
  let settle: NodeJS.Timeout | undefined
  const touched = (_: string, name: string | null) => {
    if (name !== null && !name.endsWith('.xml')) return
    clearTimeout(settle)
    settle = setTimeout(onTouched, settleMs)
  }

  const interval = setInterval(onTouched, pollIntervalMs).unref()
  let watcher: FSWatcher | undefined
  try {
    // It watches the folder, because an editor that saves by renaming replaces the watched file.
    watcher = watch(folder, { persistent: false }, touched)
    watcher.on('error', (error) =>
      log.warn({ err: error, folder }, 'cannot watch the settings folder; changes take effect within two seconds'),
    )
  } catch (error) {
    log.warn({ err: error, folder }, 'cannot watch the settings folder; changes take effect within two seconds')
  }

  return () => {
    clearTimeout(settle)
    clearInterval(interval)
    watcher?.close()
  }
}
