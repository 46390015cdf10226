/** Parses the head of a response: RFC 9112 sections 4 to 6 and 9. */
import { cacheBySpelling } from '../../../lib/headers/cache-by-spelling.ts'
import { parseHeaderLines, RenderedHeaders } from '../../message/header-lines.ts'
import { parseConnectionHeader, parseKeepAliveSeconds } from './connection-headers.ts'
import { MalformedResponseError } from './errors.ts'
import type { ResponseHead } from './types.ts'

/** A response head with the properties that concern the connection. */
export interface ParsedResponseHead extends ResponseHead {
  isChunked: boolean
  /** Whether the connection may be used for another request. */
  isPersistent: boolean
  /** The idle timeout that the upstream announces in `Keep-Alive`, in seconds. */
  keepAliveSeconds: number | undefined
  /** The value of the `Upgrade` header. */
  upgrade: string | undefined
}

type HeaderRole = 'pass' | 'length' | 'coding' | 'connection' | 'keep-alive' | 'upgrade' | 'drop'

const headerRoles: Readonly<Record<string, HeaderRole>> = {
  'content-length': 'length',
  'transfer-encoding': 'coding',
  connection: 'connection',
  'keep-alive': 'keep-alive',
  upgrade: 'upgrade',
  'proxy-connection': 'drop',
  te: 'drop',
  trailer: 'drop',
}

const findHeaderRole = cacheBySpelling(
  (name): HeaderRole => (Object.hasOwn(headerRoles, name) ? (headerRoles[name] as HeaderRole) : 'pass'),
)

/** The status line. Some servers leave out the reason, and some also the space before it. */
const statusLine = /^HTTP\/1\.[01] [1-9]\d\d(?: [\t\x20-\x7e\x80-\xff]*)?\r\n/
const [minorAt, statusAt, statusEnd] = [7, 9, 12]
/** Matches a coding with a tab: Node's parser sees no `chunked` before one, and would frame the body differently. */
const tabInCoding = /\r\ntransfer-encoding:[^\r]*\t/i
const digits = /^\d+$/
/** A number with at most this many digits is a safe integer. */
const maxLengthDigits = 15

/** Parses a head up to the line end of its last header. `text` is latin1. Throws a `MalformedResponseError`. */
export function parseResponseHead(text: string): ParsedResponseHead {
  if (!statusLine.test(text))
    throw new MalformedResponseError('the response does not begin with a status line of HTTP/1.1')
  const rawHeaders = parseHeaderLines(text.slice(text.indexOf('\r\n') + 2))
  if (!rawHeaders) throw new MalformedResponseError('a header of the response is not well-formed')
  if (text.includes('\t') && tabInCoding.test(text))
    throw new MalformedResponseError('the transfer coding is not chunked alone')
  const version = text[minorAt] === '1' ? '1.1' : '1.0'
  const head = interpretResponseHead({ status: Number(text.slice(statusAt, statusEnd)), version, rawHeaders })
  head.rendered = new RenderedHeaders(head.headers)
  return head
}

/** A head whose syntax has been checked, and whose headers have not been interpreted. */
export interface RawResponseHead {
  status: number
  version: '1.0' | '1.1'
  /** A flat list of names and values as they were received, like `rawHeaders` of Node. */
  rawHeaders: string[]
}

/** Interprets the headers of the connection and removes hop-by-hop headers from the list. Throws a `MalformedResponseError`. */
export function interpretResponseHead({ status, version, rawHeaders }: RawResponseHead): ParsedResponseHead {
  let kept = 0
  let length: string | undefined
  let coding: string | undefined
  let connection: string | undefined
  let keepAlive: string | undefined
  let upgrade: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    const value = rawHeaders[index + 1] as string
    switch (findHeaderRole(name)) {
      case 'pass':
        rawHeaders[kept++] = name
        rawHeaders[kept++] = value
        break
      case 'length':
        if (length !== undefined || !digits.test(value))
          throw new MalformedResponseError('Content-Length is not one number') // RFC 9112 section 6.3
        if (value.length > maxLengthDigits) throw new MalformedResponseError('Content-Length is too large')
        length = value
        rawHeaders[kept++] = name
        rawHeaders[kept++] = value
        break
      case 'coding':
        if (coding !== undefined || value.toLowerCase() !== 'chunked')
          throw new MalformedResponseError('the transfer coding is not chunked alone')
        coding = value
        break
      case 'connection':
        connection = connection === undefined ? value : `${connection},${value}`
        break
      case 'keep-alive':
        keepAlive = value
        break
      case 'upgrade':
        upgrade = value
        break
      case 'drop':
        break
    }
  }
  if (coding !== undefined && (length !== undefined || version === '1.0'))
    throw new MalformedResponseError('a transfer coding is not allowed here') // RFC 9112 section 6.1

  rawHeaders.length = kept
  const options = connection === undefined ? undefined : parseConnectionHeader(connection)
  return {
    status,
    headers: options?.named ? removeNamed(rawHeaders, options.named) : rawHeaders,
    contentLength: Number(length), // NaN without the header
    isChunked: coding !== undefined,
    isPersistent: version === '1.1' ? !options?.closes : options?.keeps === true,
    keepAliveSeconds: keepAlive === undefined ? undefined : parseKeepAliveSeconds(keepAlive),
    upgrade,
    rendered: undefined,
  }
}

/** Returns the headers without those that `Connection` names as hop-by-hop headers. */
function removeNamed(headers: readonly string[], named: ReadonlySet<string>): string[] {
  return headers.filter((_, index) => !named.has((headers[index - (index % 2)] as string).toLowerCase()))
}

/** The maximum number of interim responses to one request. More of them would only keep this process busy. */
export const maxInterimResponses = 32
