/**
 * The head of a request as it goes out: RFC 9112 sections 2 to 6.
 *
 * Every name and value is checked here, whoever made it: nothing in a request can begin a line of its own.
 */
import { Readable } from 'node:stream'
import { cacheBySpelling } from '../../../lib/headers/cache-by-spelling.ts'
import { escapeControlCharacters } from '../../../lib/output/escape-control-characters.ts'
import { isHeaderValue, isToken } from '../../message/header-lines.ts'
import { InvalidRequestError } from './errors.ts'
import type { OutgoingRequest } from './types.ts'

export interface RenderedRequestHead {
  /** All of it, with the empty line. */
  text: string
  /** What the caller says that a stream has, in bytes; undefined sends it in chunks. */
  contentLength: number | undefined
  /** The connection is closed after it. */
  closesConnection: boolean
}

const target = /^\/[\x21-\x7e\x80-\xff]*$/
const digits = /^\d{1,15}$/

/** Methods that have a body as a rule: RFC 9110 section 9.3, and WebDAV. */
const expectsBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH'])

type HeaderRole = 'pass' | 'host' | 'length' | 'refuse'

const headerRoles: Readonly<Record<string, HeaderRole>> = {
  host: 'host',
  'content-length': 'length',
  // What stands in these is decided by the connection.
  connection: 'refuse',
  expect: 'refuse',
  'keep-alive': 'refuse',
  'transfer-encoding': 'refuse',
  upgrade: 'refuse',
}

const findHeaderRole = cacheBySpelling((name): HeaderRole => {
  if (!isToken(name)) return 'refuse'
  return Object.hasOwn(headerRoles, name) ? (headerRoles[name] as HeaderRole) : 'pass'
})

/** Throws an `InvalidRequest`. `host` is what `Host` says unless the fields have their own. */
export function renderRequestHead(
  { method, path, headers, body, closeConnection, upgrade }: OutgoingRequest,
  host: string,
): RenderedRequestHead {
  if (!isToken(method)) throw new InvalidRequestError('the method is not a token')
  if (!target.test(path)) throw new InvalidRequestError('the path holds what cannot stand in a request line')

  let ownHost: string | undefined
  let length: number | undefined
  let lines = ''
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string
    const value = headers[index + 1] as string
    if (!isHeaderValue(value))
      throw new InvalidRequestError(`the value of ${escapeControlCharacters(name)} holds control characters`)
    switch (findHeaderRole(name)) {
      case 'pass':
        lines += `${name}: ${value}\r\n`
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
        throw new InvalidRequestError(`${escapeControlCharacters(name)} cannot be a field of a request`)
    }
  }
  const isLast = closeConnection === true || upgrade !== undefined || mayMislead(method, body)
  const first = `${method} ${path} HTTP/1.1\r\nhost: ${ownHost ?? host}\r\n${connection(isLast, upgrade)}`
  return {
    text: `${first}${lines}${framing(method, body, length)}\r\n`,
    contentLength: length,
    closesConnection: isLast,
  }
}

/** To some servers these are so unusual that more bytes can follow than belong to the answer. */
function mayMislead(method: string, body: OutgoingRequest['body']): boolean {
  return method === 'HEAD' || (body !== undefined && !expectsBody.has(method))
}

function connection(isLast: boolean, upgrade: string | undefined): string {
  if (upgrade === undefined) return isLast ? 'connection: close\r\n' : 'connection: keep-alive\r\n'
  if (!isToken(upgrade)) throw new InvalidRequestError('the protocol to switch to is not a token')
  return `connection: upgrade\r\nupgrade: ${upgrade}\r\n`
}

/** How long the body is: RFC 9112 section 6. */
function framing(method: string, body: OutgoingRequest['body'], length: number | undefined): string {
  if (body instanceof Readable)
    return length === undefined ? 'transfer-encoding: chunked\r\n' : `content-length: ${length}\r\n`

  const actual = body?.length ?? 0
  if (length !== undefined && length !== actual)
    throw new InvalidRequestError('Content-Length is not the length of the body')
  return actual > 0 || expectsBody.has(method) ? `content-length: ${actual}\r\n` : ''
}
