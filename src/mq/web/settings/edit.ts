/** Edits the properties in the text of `mqwebuser.xml`, and writes it. All other text stays unchanged, including comments. */
import { join } from 'node:path'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import { isPropertyName, type PropertyName } from './properties.ts'
import { readSettings } from './read.ts'
import { settingsFileName } from './source.ts'

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
export async function writeSettingsFile(
  folder: string,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  readSettings(text, { file: settingsFileName, folder, environment })

  await replaceFile(join(folder, settingsFileName), text)
}
