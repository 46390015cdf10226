/** Renders the beginning of a body for the call log, with secrets masked. */
import type { RecordedBody } from '../../lib/access/call-log.ts'
import type { BodyStart } from '../call/message-observer.ts'
import { findHeader } from '../message/headers.ts'
import { isJsonType, isXmlType, parseMediaType } from '../message/media-type.ts'
import { maskForm } from './mask-form.ts'
import { maskJson } from './mask-json.ts'
import { dropFromSecret } from './mask-text.ts'
import { maskXml } from './mask-xml.ts'

const formType = 'application/x-www-form-urlencoded'

/** The text is undefined for encoded bodies, for those without a media type, and for media types that are no text. */
export function renderBody(body: BodyStart, headers: readonly string[]): RecordedBody {
  const bytes = body.read()
  const size = { bytes: body.length, isCut: body.length > bytes.length }
  const type = parseMediaType(findHeader(headers, 'content-type')) ?? ''
  const isEncoded = (findHeader(headers, 'content-encoding')?.toLowerCase() ?? 'identity') !== 'identity'
  if (isEncoded || !isText(type)) return size
  const text = bytes.toString('utf8')
  // In UTF-16 and UTF-32, no name of a secret would be found.
  return text.includes('\0') ? size : { ...size, text: maskSecrets(text, type) }
}

function isText(type: string): boolean {
  return type.startsWith('text/') || type === formType || isJsonType(type) || isXmlType(type)
}

/** JSON and XML are also recognised where the type says something else. What cannot be parsed is dropped from the first secret name. */
function maskSecrets(text: string, type: string): string {
  const json = maskJson(text)
  if (json !== undefined) return json
  if (type === formType) return maskForm(text)
  if (isXmlType(type) || /^\s*<[?\w]/.test(text)) return maskXml(text)
  return dropFromSecret(text)
}
