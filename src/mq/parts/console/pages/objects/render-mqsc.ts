/** Renders objects as DEFINE commands of MQSC, which create them again on another queue manager. */
import type { AttributeDefinition, ObjectKind } from '../../contract/objects.ts'
import type { AttributeValue, ObjectAttributes } from '../../kit/api/mqsc.ts'
import { quoteMqsc } from '../mqsc/mqsc-text.ts'
import {
  findObjectType,
  type ObjectColumn,
  type ObjectRow,
  type ObjectScreen,
  readCellValue,
} from '../screens/object-screen.ts'

/** Returns one command with all attributes that can be set and differ from their initial values. */
export function renderDefineCommand(screen: ObjectScreen, kind: ObjectKind, attributes: ObjectAttributes): string {
  const name = String(attributes[screen.key])
  const typeName = screen.typeKey ? String(attributes[screen.typeKey] ?? '') : (screen.types[0]?.type ?? '')
  const type = findObjectType(screen, typeName)
  const fixed = Object.entries(type?.parameters ?? {}).map(([keyword, value]) =>
    renderPair(keyword.toUpperCase(), value),
  )
  const changed = kind.attributes
    .filter(({ types }) => types?.includes(typeName) ?? true)
    .filter(
      (attribute) => isChanged(attribute, attributes) && !(attribute.keyword.toLowerCase() in (type?.parameters ?? {})),
    )
    .map(({ keyword }) => renderPair(keyword, attributes[keyword.toLowerCase()] ?? ''))
  const qualifier = (type?.qualifier ?? screen.qualifier).toUpperCase()
  const lines = [`DEFINE ${qualifier}(${quoteMqsc(name)})`, ...fixed, ...changed, 'REPLACE']
  return `${lines.join(' +\n       ')}\n`
}

function isChanged({ keyword, access, form, initial }: AttributeDefinition, attributes: ObjectAttributes): boolean {
  const value = attributes[keyword.toLowerCase()]
  if (access === 'show' || form === 'secret' || value === undefined) return false
  return String(value) !== String(initial ?? '')
}

function renderPair(keyword: string, value: AttributeValue): string {
  const text = typeof value === 'object' ? value.map(quoteMqsc).join(',') : quoteMqsc(String(value))
  return `${keyword}(${text})`
}

/** Renders a list as CSV: RFC 4180. */
export function renderCsv(columns: readonly ObjectColumn[], rows: readonly ObjectRow[]): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => String(readCellValue(column, row)))),
  ]
  return lines.map((line) => `${line.map(quoteCell).join(',')}\r\n`).join('')
}

/** A text that begins like a formula gets an apostrophe, so that a spreadsheet does not calculate it. */
function quoteCell(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
