/**
 * Parses the form of an OAuth request strictly, so that no two parsers can disagree about it.
 *
 * RFC 6749 section 3.2 and appendix B; application/x-www-form-urlencoded of the URL standard.
 */
import type { IncomingMessage } from 'node:http'
import { hasBody } from '../../../shared/http/request/read-body.ts'
import { invalidRequestError } from '../errors/oauth-error.ts'
import { readBodyText } from './body.ts'

/** Parameters by name. A parameter without a value counts as absent (RFC 6749 section 3.2). */
export type FormParameters = ReadonlyMap<string, string>

const contentType = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*;?$/i

/** RFC 8707 section 2 allows repeating this parameter; oidc-provider reads all its values. */
const mayRepeat = new Set(['resource'])

/** Reads and parses the form in the body of a request. Throws `invalid_request`. */
export async function readForm(request: IncomingMessage): Promise<FormParameters> {
  return parseForm(await readFormText(request))
}

/** Returns the text of the form in the body of a request, empty without a body. Throws `invalid_request`. */
export async function readFormText(request: IncomingMessage): Promise<string> {
  if (!hasBody(request)) return ''
  const { 'content-type': type = '', 'content-encoding': coding } = request.headers
  if (!contentType.test(type.trim())) {
    throw invalidRequestError('The Content-Type must be application/x-www-form-urlencoded, in UTF-8')
  }
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw invalidRequestError('The body must not have a Content-Encoding')
  }
  return readBodyText(request)
}

/** Parses the text of a form. Throws `invalid_request` for repeated parameters and malformed encoding. */
export function parseForm(text: string): FormParameters {
  const form = new Map<string, string>()
  const seen = new Set<string>()

  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decodeFormText(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : decodeFormText(pair.slice(equals + 1))

    if (seen.has(name) && !mayRepeat.has(name)) throw invalidRequestError(`Parameter '${name}' must not be repeated`)
    seen.add(name)
    if (value !== '') form.set(name, value)
  }
  return form
}

/** Returns the value of a required parameter. Throws `invalid_request` when it is missing. */
export function requireParameter(form: FormParameters, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw invalidRequestError(`Missing required parameter '${name}'`)
  return value
}

/** Printable characters of ASCII that need no decoding. */
const plainText = /^[ -$&-*,-~]*$/

/**
 * Decodes a name or a value of a form. Client credentials in Basic have the same encoding (RFC 6749 section
 * 2.3.1). Throws `invalid_request` for malformed encoding and control characters.
 */
export function decodeFormText(text: string): string {
  if (plainText.test(text)) return text
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidRequestError('The percent-encoding is malformed')
  }
  // RFC 6749 appendix A: names and values have printable characters. Passwords can also have tabs.
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(decoded)) throw invalidRequestError('Control characters are not allowed')
  return decoded
}
