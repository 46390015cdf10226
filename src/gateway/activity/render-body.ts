/** Renders the beginning of a body for the call log, with secrets masked. */
import type { RecordedBody } from '../../lib/access/call-log.ts'
import type { BodyStart } from '../call/message-observer.ts'
import { findHeader } from '../message/headers.ts'
import { isJsonType, isXmlType, parseMediaType } from '../message/media-type.ts'
import { maskTokens } from './mask-tokens.ts'
import { isSecretName, mask, secretNamePattern } from './secret-names.ts'

/** The text is undefined for encoded bodies and for media types that are no text. */
export function renderBody(body: BodyStart, headers: readonly string[]): RecordedBody {
  const bytes = body.read()
  const isCut = body.length > bytes.length
  const type = parseMediaType(findHeader(headers, 'content-type')) ?? ''
  const isEncoded = (findHeader(headers, 'content-encoding')?.toLowerCase() ?? 'identity') !== 'identity'
  if (isEncoded || !isText(type)) return { bytes: body.length, isCut }
  return { bytes: body.length, isCut, text: maskTokens(maskSecrets(bytes.toString('utf8'), type)) }
}

function isText(type: string): boolean {
  return (
    type.startsWith('text/') ||
    type === 'application/x-www-form-urlencoded' ||
    isJsonType(type) ||
    isXmlType(type)
  )
}

function maskSecrets(text: string, type: string): string {
  if (type === 'application/x-www-form-urlencoded') return maskForm(text)
  const parsed = isJsonType(type) ? parseJson(text) : undefined
  return parsed === undefined ? maskPatterns(text) : JSON.stringify(maskMembers(parsed))
}

function maskForm(text: string): string {
  return text
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1)
      return isSecretName(decodeName(name)) ? `${name}=${mask}` : pair
    })
    .join('&')
}

function maskMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskMembers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isSecretName(name) ? mask : maskMembers(member)]),
  )
}

/** A member of JSON or an attribute, up to its end or to the place where the text is cut off. */
const member = new RegExp(
  `("[^"]{0,80}${secretNamePattern}[^"]{0,80}"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|\\[[^\\]]*\\]?|\\{[^}]*\\}?|[^,}\\]\\s]+)`,
  'gi',
)
const attribute = new RegExp(
  `(\\b[\\w:.-]{0,80}${secretNamePattern}[\\w:.-]{0,80}\\s*=\\s*)("[^"]*"?|'[^']*'?)`,
  'gi',
)
const element = new RegExp(`(<([\\w:.-]{0,80}${secretNamePattern}[\\w:.-]{0,80})(?:\\s[^>]*)?>)[^<]*`, 'gi')

/** Masks what follows the names of secrets, in texts that are cut off or in no format that is parsed. */
function maskPatterns(text: string): string {
  return text
    .replaceAll(member, `$1"${mask}"`)
    .replaceAll(attribute, `$1"${mask}"`)
    .replaceAll(element, `$1${mask}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
