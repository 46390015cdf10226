/** The settings file: the samples with which a new server starts, and edits of its properties, which leave all other text unchanged. */
import { constants } from 'node:fs'
import { chmod, copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import { readRegularFileLater } from '../../../shared/lib/files/read-regular-file.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import { findAsset } from '../../../shared/lib/package/source-files.ts'
import { hashUserPassword } from './passwords.ts'
import { isPropertyName, type PropertyName } from './properties.ts'
import { type Environment, readSettings } from './read.ts'
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

/** Comments and CDATA sections come first, so that a variable inside them does not match. */
const pieces =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|(?<![ \t])[ \t]*<variable\b[^<>]*?(?:\/>|>\s*<\/variable\s*>)[ \t]*\n?/g
const nameShape = /\sname\s*=\s*(?:"([^"]*)"|'([^']*)')/

/** Returns the text with the property set to `value`. */
export function setProperty(text: string, name: PropertyName, value: string): string {
  const without = removeProperty(text, name)
  const end = without.lastIndexOf('</server')
  const variable = `  <variable name="${name}" value="${attributeText(value)}"/>\n`

  if (end >= 0) {
    const start = without.lastIndexOf('\n', end) + 1
    const indented = without.slice(start, end).trim() === '' ? start : end
    return without.slice(0, indented) + variable + without.slice(indented)
  }
  return without.replace(
    /<server\b([^<>]*?)\/>/,
    (_, attributes: string) => `<server${attributes}>\n${variable}</server>`,
  )
}

/** Returns the text without the property, which then has its default value. */
export function removeProperty(text: string, name: PropertyName): string {
  return withoutVariables(text, (each) => each === name)
}

/** Returns the text without any property. Variables that are not properties stay. */
export function resetProperties(text: string): string {
  return withoutVariables(text, isPropertyName)
}

function withoutVariables(text: string, unwanted: (name: string) => boolean): string {
  return text.replace(pieces, (piece) => {
    if (piece.startsWith('<!')) return piece
    const [, double, single] = nameShape.exec(piece) ?? []
    return unwanted(double ?? single ?? '') ? '' : piece
  })
}

function attributeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Writes the text. Throws `MqwebSettingsError` when the text is invalid; then the file stays unchanged. */
export async function writeSettingsFile(folder: string, text: string, environment: Environment): Promise<void> {
  readSettings(text, { file: settingsFileName, folder, environment })

  await replaceFile(join(folder, settingsFileName), text)
}
