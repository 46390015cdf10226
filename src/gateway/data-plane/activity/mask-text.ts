/** Masks secrets in texts, forms, JSON and headers: by the names of members, and by the form of tokens (RFC 7519) and URLs. */
import { decodeRepeatedly, findSecretName, isSecretName, isSecretParameter, mask } from './secret-names.ts'

const webToken = /\beyJ[\w=-]{5,}\.[\w=-]*(?:\.[\w=-]*)*/g
/** A challenge such as `Bearer realm="x"` has parameters in place of credentials. */
const credentials = /\b(Bearer|Basic|DPoP)\s+(?![\w-]+=["\w])[\w.~+/=-]+/gi
/** Slashes may be escaped, as in JSON. The repetitions are bounded, so that the time is linear. */
const userInformation = /(:(?:\\?\/){2})[^\s/?#"'<>]{1,2000}@/g
/** A password that is cut off before its `@`; a port has up to five digits. */
const cutUserInformation = /(:(?:\\?\/){2}[^\s/?#"'<>:@]{0,500}:)(?!\d{1,5}$)[^\s/?#"'<>@]+$/
const parameters = /(?<=[?#&;])([^\s=&;#"'<>]{1,200})=[^\s&;#"'<>]*/g

function maskTokens(text: string): string {
  return text
    .replaceAll(webToken, mask)
    .replaceAll(credentials, `$1 ${mask}`)
    .replaceAll(userInformation, `$1${mask}@`)
    .replace(cutUserInformation, `$1${mask}`)
    .replaceAll(parameters, (whole, name: string) => (isSecretParameter(name) ? `${name}=${mask}` : whole))
}

/** A letter that is written as an escape of JSON, of a URL or of XML, or in an unusual form: it may hide the name of a secret. */
const unusualLetter = /\\u00[4-7]|%(?:25)*[4-7][0-9a-f]|&#|[\uff21-\uff5a\u24b6-\u24e9]|\ud835[\udc00-\udfff]/i

/** Drops a text from the first name of a secret, or the first unusual letter, to its end. */
export function dropFromSecret(text: string): string {
  const starts = [findSecretName(text), text.search(unusualLetter)].filter((each) => each >= 0)
  return starts.length === 0 ? maskTokens(text) : maskTokens(text.slice(0, Math.min(...starts))) + mask
}

/** Masks a value of a parsed document. A text with a sign such as `=` after a secret's name is cut there. */
export function maskValue(value: string): string {
  const texts = [value, decodeRepeatedly(value) ?? value].map((each) => each.normalize('NFKC'))
  const hasSecret = texts.some((text) => {
    const start = [findSecretName(text), text.search(/\\u00[4-7]|&#/i)].filter((each) => each >= 0)
    return start.length > 0 && /[=:"'<>{}\\\n|]/.test(text.slice(Math.min(...start)))
  })
  return hasSecret ? dropFromSecret(value) : maskTokens(value)
}

/** Other names may be texts in another format, such as JSON. */
const plainName = /^[\w.[\]%+:@$-]{1,200}$/

export function maskForm(text: string): string {
  return text.split('&').map(maskField).join('&')
}

function maskField(field: string): string {
  const at = field.indexOf('=')
  const name = at < 0 ? field : field.slice(0, at)
  if (at < 0 || !plainName.test(name)) {
    const decoded = decodeRepeatedly(field)
    return decoded === undefined || isSecretName(decoded) ? mask : maskValue(field)
  }
  if (isSecretParameter(name)) return `${name}=${mask}`
  const value = field.slice(at + 1)
  const decoded = decodeRepeatedly(value)
  return decoded !== undefined && maskValue(decoded) === decoded ? field : `${name}=${mask}`
}

/** Members that name what the other members of their object describe, as in `{"name":"password","value":"x"}`. */
const namingMembers = /^(name|key|field|id|param|parameter|property|header|type)$/i

/** Returns the text with secrets masked; undefined when it is no JSON. */
export function maskJson(text: string): string | undefined {
  try {
    return JSON.stringify(maskMember(JSON.parse(text.replace(/^\uFEFF/, ''))))
  } catch {
    return undefined // also when it is nested too deeply
  }
}

function maskMember(value: unknown): unknown {
  if (typeof value === 'string') return maskValue(value)
  if (Array.isArray(value)) return isNamedPair(value) ? [value[0], mask] : value.map(maskMember)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const namesSecret = members.some(([name, member]) => namingMembers.test(name) && isSecretValue(member))
  return Object.fromEntries(
    members.map(([name, member]) => {
      const isSecret = isSecretName(name) || (namesSecret && !namingMembers.test(name))
      return [name, isSecret ? mask : maskMember(member)]
    }),
  )
}

function isNamedPair(list: readonly unknown[]): boolean {
  return list.length === 2 && isSecretValue(list[0])
}

function isSecretValue(value: unknown): boolean {
  return typeof value === 'string' && isSecretName(value)
}

/** Headers whose values are URLs, which can have secrets in their query. */
const urlHeaders: ReadonlySet<string> = new Set(['location', 'content-location', 'referer', 'link'])
/** Headers that ask for credentials and have none. */
const challenges: ReadonlySet<string> = new Set(['www-authenticate', 'proxy-authenticate'])

/** Returns a flat list of names and values. `secretNames` are further names in lower case, such as those of API keys. */
export function maskHeaders(headers: readonly string[], secretNames: readonly string[]): string[] {
  return headers.map((text, index) => {
    if (index % 2 === 0) return text
    const name = (headers[index - 1] ?? '').toLowerCase()
    if (secretNames.includes(name) || (isSecretName(name) && !challenges.has(name))) return mask
    const shown = maskTokens(text)
    return urlHeaders.has(name) ? shown.replaceAll(/[?#][^\s,;>]*/g, `?${mask}`) : shown
  })
}
