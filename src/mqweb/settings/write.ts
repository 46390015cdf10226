/** Writes `mqwebuser.xml` atomically. */
import { join } from 'node:path'

import { replaceFile } from '../../lib/files/replace-file.ts'
import { readSettings } from './read.ts'
import { settingsFileName } from './source.ts'

/** Writes the text. Throws `MqwebSettingsError` when the text is invalid; then the file stays unchanged. */
export async function writeSettingsFile(
  folder: string,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  readSettings(text, { file: settingsFileName, folder, environment })

  await replaceFile(join(folder, settingsFileName), text)
}
