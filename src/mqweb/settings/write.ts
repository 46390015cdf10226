/** Writing `mqwebuser.xml`: whole or not at all, and only what can be read back. */
import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readSettings } from './read.ts'
import { settingsFile } from './source.ts'

/** Throws `SettingsProblem` when the text is wrong; the file is as before then. */
export async function writeSettings(
  folder: string,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  readSettings(text, { file: settingsFile, folder, environment: { MQWEB_LTPA_SUFFIX: '', ...environment } })

  const file = join(folder, settingsFile)
  const part = `${file}.${process.pid}.part`
  try {
    await writeFile(part, text, { mode: (await stat(file)).mode & 0o777 })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
