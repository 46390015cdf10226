/** The settings files of the package: samples to copy, and the file with which a new server starts. */
import { constants } from 'node:fs'
import { chmod, copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import { readRegularFileLater } from '../../../shared/lib/files/read-regular-file.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { findAsset } from '../../../shared/lib/package/source-files.ts'
import { hashUserPassword } from './passwords.ts'
import { settingsFileName } from './source.ts'

export type FirstAdmin = { readonly name: string; readonly password: string }

/** Replaces an unedited `mqwebuser.xml` with one that has the user, hashed, as MQWebAdmin and MQWebUser. */
export async function addFirstAdmin(folder: string, { name, password }: FirstAdmin, log: Log): Promise<void> {
  const file = join(folder, settingsFileName)
  const untouched = await readFile(findAsset('mq/web/templates/mqwebuser.xml'), 'utf8')
  if ((await readRegularFileLater(file)).toString() !== untouched) {
    log.debug({ file }, 'the settings file has been edited, so the first user is not added')
    return
  }
  const template = await readFile(findAsset('mq/web/templates/first_admin.xml'), 'utf8')
  const values = { '@NAME@': escapeAttribute(name), '@PASSWORD@': await hashUserPassword(password) }
  const text = template.replace(/@NAME@|@PASSWORD@/g, (key) => values[key as keyof typeof values])
  await replaceFile(file, text, { mode: 0o600 })
  log.info({ user: name, file }, 'the first user of the MQ web server was added to its settings file')
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"$]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** `mqwebuser` has no registry, so no user can authenticate. `sandbox` has the users that the sandbox prints. */
export type SettingsTemplate =
  | 'mqwebuser'
  | 'basic_registry'
  | 'ldap_registry'
  | 'local_os_registry'
  | 'zos_saf_registry'
  | 'no_security'
  | 'sandbox'

/** Copies a template to `mqwebuser.xml` in a folder, unless that file exists. */
export async function ensureSettingsFile(folder: string, template: SettingsTemplate): Promise<void> {
  const file = join(folder, settingsFileName)
  const source = findAsset(`mq/web/templates/${template}.xml`)
  await makeFolder(folder, { mode: 0o700 })
  try {
    await copyFile(source, file, constants.COPYFILE_EXCL)
    await chmod(file, 0o600) // the file contains passwords
    if (template === 'mqwebuser')
      for (const sample of ['basic_registry.xml', 'ldap_registry.xml'])
        await copyFile(findAsset(`mq/web/templates/${sample}`), join(folder, sample), constants.COPYFILE_EXCL)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
