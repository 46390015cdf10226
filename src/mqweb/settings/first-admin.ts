/** The first user of a new MQ web server, from which all others can be made. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRegularFileLater } from '../../lib/files/read-regular-file.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import type { Log } from '../../lib/output/log.ts'
import { findAsset } from '../../lib/package/source-files.ts'
import { hashUserPassword } from './passwords.ts'
import { settingsFileName } from './source.ts'

export type FirstAdmin = { readonly name: string; readonly password: string }

/** Replaces an unedited `mqwebuser.xml` with one that has the user, hashed, as MQWebAdmin and MQWebUser. */
export async function addFirstAdmin(folder: string, { name, password }: FirstAdmin, log: Log): Promise<void> {
  const file = join(folder, settingsFileName)
  const untouched = await readFile(findAsset('mqweb/templates/mqwebuser.xml'), 'utf8')
  if ((await readRegularFileLater(file)).toString() !== untouched) {
    log.debug({ file }, 'the settings file has been edited, so the first user is not added')
    return
  }
  const template = await readFile(findAsset('mqweb/templates/first_admin.xml'), 'utf8')
  const values = { '@NAME@': escapeAttribute(name), '@PASSWORD@': await hashUserPassword(password) }
  const text = template.replace(/@NAME@|@PASSWORD@/g, (key) => values[key as keyof typeof values])
  await replaceFile(file, text, { mode: 0o600 })
  log.info({ user: name, file }, 'the first user of the MQ web server was added to its settings file')
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"$]/g, (character) => `&#${character.charCodeAt(0)};`)
}
