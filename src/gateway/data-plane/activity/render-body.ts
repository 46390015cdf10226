/** Renders the beginning of a body for the call log, with secrets masked. */
import type { RecordedBody } from '../../contract/access/call-log.ts'
import type { BodyStart } from '../call/message-observer.ts'
import { findHeader, isJsonType, isXmlType, parseMediaType } from '../message/headers.ts'
import { dropFromSecret, maskForm, maskJson, maskValue } from './mask-text.ts'
import { isSecretName, mask } from './secret-names.ts'

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

/** A comment, a CDATA section, an instruction, an end tag, a start tag with its attributes, or text. */
const part =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/([^\s<>/="']+)\s*>|<([^\s<>/="'!?]+)((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y

const attribute = /(?<![^\s=])([^\s=]+)(\s*=\s*)("[^"]*"|'[^']*')/g

interface OpenElement {
  name: string
  isSecret: boolean
  /** Whether its start tag is in the output. */
  isShown: boolean
}

/** Returns the text with secrets masked. Where it is malformed, it ends at the next name of a secret. */
function maskXml(text: string): string {
  const open: OpenElement[] = []
  let output = ''
  let at = 0
  const isInSecret = () => open.at(-1)?.isSecret === true

  while (at < text.length) {
    part.lastIndex = at
    const found = part.exec(text)
    if (!found) break
    const [whole, closed, opened, attributes = '', selfClosing] = found
    if (closed !== undefined) {
      if (open.at(-1)?.name !== closed) break
      if (open.pop()?.isShown) output += whole
    } else if (opened !== undefined) {
      const wasInSecret = isInSecret()
      const isSecret = wasInSecret || isSecretElement(opened, attributes)
      if (!wasInSecret) output += maskTag(opened, attributes, isSecret, selfClosing ?? '')
      if (selfClosing === '') {
        if (isSecret && !wasInSecret) output += mask
        open.push({ name: opened, isSecret, isShown: !wasInSecret })
      }
    } else if (!isInSecret()) {
      const namesSecret = isSecretName(whole)
      // A damaged comment or section may contain the start tag of a secret.
      if (namesSecret && whole.startsWith('<')) break
      output += maskValue(whole)
      // `<key>password</key><string>…`: what follows within the elements around it belongs to the name.
      if (namesSecret) for (const element of open.slice(-2)) element.isSecret = true
    }
    at += whole.length
  }
  if (at === text.length) return output
  return output + (isInSecret() ? mask : dropFromSecret(text.slice(at)))
}

/** `<field name="password">` is the element of a secret as well. */
function isSecretElement(name: string, attributes: string): boolean {
  if (isSecretName(name)) return true
  return [...attributes.matchAll(attribute)].some(([, , , value = '']) => value.length < 100 && isSecretName(value))
}

function maskTag(name: string, attributes: string, isSecret: boolean, selfClosing: string): string {
  const masked = attributes.replaceAll(attribute, (_, key: string, sign: string, quoted: string) => {
    const value = quoted.slice(1, -1)
    const isMasked = isSecret || isSecretName(key)
    return `${key}${sign}"${isMasked ? mask : maskValue(value).replaceAll('"', '&quot;')}"`
  })
  return `<${name}${masked}${selfClosing}>`
}

/** A text that cannot be parsed, such as one that was cut off, is left out. */
export function redactBody(body: RecordedBody, redactText: ((text: string) => string) | undefined): RecordedBody {
  const { text, ...size } = body
  if (!redactText || text === undefined) return body
  try {
    return { ...size, text: redactText(text) }
  } catch {
    return size
  }
}
