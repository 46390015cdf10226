/** The settings files that are shipped: samples to copy, and the file that a new server starts with. */
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { settingsFileName } from './source.ts'

/** `mqwebuser`: no registry, so nobody can sign in yet. `sandbox`: the users that the sandbox prints. */
export type SettingsTemplate = 'mqwebuser' | 'basic_registry' | 'ldap_registry' | 'no_security' | 'sandbox'

/** Puts a template into a folder as its `mqwebuser.xml`, unless it has one. */
export async function ensureSettingsFile(folder: string, template: SettingsTemplate): Promise<void> {
  const file = join(folder, settingsFileName)
  const source = fileURLToPath(new URL(`../templates/${template}.xml`, import.meta.url))
  await mkdir(folder, { recursive: true })
  try {
    await copyFile(source, file, constants.COPYFILE_EXCL)
    await chmod(file, 0o600) // it holds passwords
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
