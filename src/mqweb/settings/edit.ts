/**
 * Changes to the properties in the text of `mqwebuser.xml`. Everything else in the file stays as its owner wrote it,
 * comments included.
 */
import { isPropertyName, type PropertyName } from './properties.ts'

/** Comments and CDATA first, so that a variable in one of them is passed over. */
const pieces =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|[ \t]*<variable\b[^>]*?(?:\/>|>\s*<\/variable\s*>)[ \t]*\n?/g
const nameShape = /\sname\s*=\s*(?:"([^"]*)"|'([^']*)')/

/** The text with a property set. */
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
    /<server\b([^>]*?)\/>/,
    (_, attributes: string) => `<server${attributes}>\n${variable}</server>`,
  )
}

/** The text without a property, which is then what it is by default. */
export function removeProperty(text: string, name: PropertyName): string {
  return withoutVariables(text, (each) => each === name)
}

/** The text without any property. Variables that are none stay. */
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
