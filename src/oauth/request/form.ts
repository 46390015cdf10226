/**
 * The form that an OAuth endpoint is sent, read strictly: a request that two readers could read differently is refused.
 *
 * RFC 6749 section 3.2 and appendix B; application/x-www-form-urlencoded of the URL standard.
 */
import type { IncomingMessage } from 'node:http'

import { invalidRequestError } from '../errors/oauth-error.ts'
import { readBody } from './body.ts'

/** Parameters by name. One without a value is absent (section 3.2). */
export type FormParameters = ReadonlyMap<string, string>

const contentType = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*;?$/i

/** RFC 8707 lets this one repeat; the audience of a token does not depend on it. */
const mayRepeat = new Set(['resource'])

/** Reads the form in a request's body. */
export async function readForm(request: IncomingMessage): Promise<FormParameters> {
  const { 'content-type': type = '', 'content-encoding': coding } = request.headers
  if (!contentType.test(type.trim())) {
    throw invalidRequestError('The content type must be application/x-www-form-urlencoded, in UTF-8')
  }
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw invalidRequestError('The body must not be compressed')
  }
  return parseForm(await readBody(request))
}

/** Parses the text of a form. */
export function parseForm(text: string): FormParameters {
  const form = new Map<string, string>()
  const seen = new Set<string>()

  for (const pair of text.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decodeFormText(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : decodeFormText(pair.slice(equals + 1))

    if (seen.has(name) && !mayRepeat.has(name))
      throw invalidRequestError(`Parameter '${name}' must not be repeated`)
    seen.add(name)
    if (value !== '') form.set(name, value)
  }
  return form
}

/** The value of a field that must be there. */
export function requireParameter(form: FormParameters, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw invalidRequestError(`Missing required parameter '${name}'`)
  return value
}

/** Decodes one half of a pair. Also the encoding of client credentials in Basic (section 2.3.1). */
export function decodeFormText(text: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw invalidRequestError('The percent-encoding is malformed')
  }
  // Appendix A: names and values hold printable characters and, in passwords, tabs.
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(decoded)) throw invalidRequestError('Control characters are not allowed')
  return decoded
}
