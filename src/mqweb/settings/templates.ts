/** The settings files of the package: samples to copy, and the file with which a new server starts. */
import { constants } from 'node:fs'
import { chmod, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../lib/files/make-folder.ts'
import { findAsset } from '../../lib/package/source-files.ts'
import { settingsFileName } from './source.ts'

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
  const source = findAsset(`mqweb/templates/${template}.xml`)
  await makeFolder(folder)
  try {
    await copyFile(source, file, constants.COPYFILE_EXCL)
    await chmod(file, 0o600) // the file contains passwords
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
