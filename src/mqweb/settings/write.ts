/** Writing `mqwebuser.xml`: whole or not at all, and only what can be read back. */
import { join } from 'node:path'

import { replaceFile } from '../../lib/files/replace-file.ts'
import { readSettings } from './read.ts'
import { settingsFileName } from './source.ts'

/** Throws `SettingsProblem` when the text is wrong; the file is as before then. */
export async function writeSettingsFile(
  folder: string,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  readSettings(text, {
    file: settingsFileName,
    folder,
    environment: { MQWEB_LTPA_SUFFIX: '', ...environment },
  })

  await replaceFile(join(folder, settingsFileName), text)
}
