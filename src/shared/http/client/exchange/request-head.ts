/**
 * Renders the head of a request to an upstream: RFC 9112 sections 2 to 6.
 *
 * Every name and value is checked here, regardless of its origin, so that no value can add a line to the head.
 */
import { Readable } from 'node:stream'
import { cacheBySpelling } from '../../../lib/headers/cache-by-spelling.ts'
import { escapeControlCharacters } from '../../../lib/output/escape-control-characters.ts'
import { isHeaderValue, isToken } from '../../message/header-lines.ts'
import { InvalidRequestError } from './errors.ts'
import type { OutgoingRequest } from './types.ts'

export interface RenderedRequestHead {
  /** The complete head, including the empty line. */
  text: string
  /** The `Content-Length` that the caller set for a streamed body. Undefined: the stream is sent in chunks. */
  contentLength: number | undefined
  /** Whether the connection is closed after this request. */
  closesConnection: boolean
}

const target = /^\/[\x21-\x7e\x80-\xff]*$/
const digits = /^\d{1,15}$/

/** Methods whose requests usually have a body: RFC 9110 section 9.3, and WebDAV. */
const expectsBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH'])

type HeaderRole = 'pass' | 'host' | 'length' | 'refuse'

const headerRoles: Readonly<Record<string, HeaderRole>> = {
  host: 'host',
  'content-length': 'length',
  // The client itself sets these headers, because they depend on the connection.
  connection: 'refuse',
  expect: 'refuse',
  'keep-alive': 'refuse',
  'transfer-encoding': 'refuse',
  upgrade: 'refuse',
}

/** Returns the role of a header and the start of its line. */
const findRequestHeader = cacheBySpelling((name, spelling) => {
  const known: HeaderRole = (Object.hasOwn(headerRoles, name) && headerRoles[name]) || 'pass'
  return { role: isToken(name) ? known : 'refuse', start: `${spelling}: ` }
})

/** Renders a request head. `host` is the value of `Host` when `headers` has none. Throws an `InvalidRequestError`. */
export function renderRequestHead(
  { method, path, headers, rendered, body, closeConnection, upgrade }: OutgoingRequest,
  host: string,
): RenderedRequestHead {
  if (!isToken(method)) throw new InvalidRequestError('the method is not a token')
  if (!target.test(path))
    throw new InvalidRequestError('the path contains characters that are not allowed in a request line')

  let ownHost: string | undefined
  let length: number | undefined
  const lines = ['', '', '']
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string
    const value = headers[index + 1] as string
    if (!isHeaderValue(value))
      throw new InvalidRequestError(`the value of ${escapeControlCharacters(name)} contains control characters`)
    const { role, start } = findRequestHeader(name)
    switch (role) {
      case 'pass':
        lines.push(start + value)
        break
      case 'host':
        if (ownHost !== undefined) throw new InvalidRequestError('there is more than one Host')
        ownHost = value
        break
      case 'length':
        if (length !== undefined || !digits.test(value))
          throw new InvalidRequestError('Content-Length is not one number')
        length = Number(value)
        break
      case 'refuse':
        throw new InvalidRequestError(
          `${escapeControlCharacters(name)} cannot be set by the caller: the client sets it`,
        )
    }
  }
  const isLast = closeConnection === true || upgrade !== undefined || mayMislead(method, body)
  lines[0] = `${method} ${path} HTTP/1.1`
  lines[1] = `host: ${ownHost ?? host}`
  lines[2] = connection(isLast, upgrade) + (rendered?.block.lines ?? '')
  const framingLine = framing(method, body, length)
  if (framingLine) lines.push(framingLine)
  lines.push('', '')
  return { text: lines.join('\r\n'), contentLength: length, closesConnection: isLast }
}

/** Returns all headers of a request, the rendered ones first. */
export function listRequestHeaders({ rendered, headers }: OutgoingRequest): string[] {
  return rendered ? [...rendered.list, ...headers] : headers
}

/** Returns whether some servers misread the request and send too many bytes: the connection is then not reused. */
function mayMislead(method: string, body: OutgoingRequest['body']): boolean {
  return method === 'HEAD' || (body !== undefined && !expectsBody.has(method))
}

function connection(isLast: boolean, upgrade: string | undefined): string {
  if (upgrade === undefined) return isLast ? 'connection: close' : 'connection: keep-alive'
  if (!isToken(upgrade)) throw new InvalidRequestError('the protocol to switch to is not a token')
  return `connection: upgrade\r\nupgrade: ${upgrade}`
}

/** Returns the header line for the length of the body: RFC 9112 section 6. */
function framing(method: string, body: OutgoingRequest['body'], length: number | undefined): string | undefined {
  if (body instanceof Readable) return length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`

  const actual = body?.length ?? 0
  if (length !== undefined && length !== actual)
    throw new InvalidRequestError('Content-Length differs from the length of the body')
  return actual > 0 || expectsBody.has(method) ? `content-length: ${actual}` : undefined
}
