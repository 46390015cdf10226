/**
 * The head of an answer: RFC 9112 sections 4 to 6 and 9.
 */

import { cacheBySpelling } from '../../../lib/headers/cache-by-spelling.ts'
import { parseHeaderLines } from '../../message/header-lines.ts'
import { parseConnectionHeader, parseKeepAliveSeconds } from './connection-headers.ts'
import { MalformedResponseError } from './errors.ts'
import type { ResponseHead } from './types.ts'

/** A head, and what it says to the connection. */
export interface ParsedResponseHead extends ResponseHead {
  isChunked: boolean
  /** The connection may serve another request after this one. */
  isPersistent: boolean
  /** Seconds that the upstream keeps an idle connection; undefined when it does not say. */
  keepAliveSeconds: number | undefined
  /** The protocol in `Upgrade`. */
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

/** Servers leave out the reason, and some the space before it. */
const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?\r\n/
/** Node's parser does not recognise `chunked` with a tab behind it, and would read another body. */
const tabInCoding = /\r\ntransfer-encoding:[^\r]*\t/i
const digits = /^\d+$/
/** As many digits are a safe integer in any case. */
const maxLengthDigits = 15

/** Reads a head up to the line end of its last field; the text is latin1. Throws a `Malformed`. */
export function parseResponseHead(text: string): ParsedResponseHead {
  const [line, minor, status] = statusLine.exec(text) ?? []
  if (line === undefined)
    throw new MalformedResponseError('the answer does not begin with a status line of HTTP/1.1')
  const raw = parseHeaderLines(text.slice(line.length))
  if (!raw) throw new MalformedResponseError('a field of the answer is not well-formed')
  if (text.includes('\t') && tabInCoding.test(text))
    throw new MalformedResponseError('the transfer coding is not chunked alone')
  return interpretResponseHead({
    status: Number(status),
    version: minor === '1' ? '1.1' : '1.0',
    rawHeaders: raw,
  })
}

/** A head whose syntax has been read. */
export interface RawResponseHead {
  status: number
  version: '1.0' | '1.1'
  /** Names and values in turn, as they were written. */
  rawHeaders: readonly string[]
}

/** What the fields say to the connection, and which of them go on. Throws a `Malformed`. */
export function interpretResponseHead({
  status,
  version,
  rawHeaders: raw,
}: RawResponseHead): ParsedResponseHead {
  const fields: string[] = []
  let length: string | undefined
  let coding: string | undefined
  let connection: string | undefined
  let keepAlive: string | undefined
  let upgrade: string | undefined
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string
    const value = raw[index + 1] as string
    switch (findHeaderRole(name)) {
      case 'pass':
        fields.push(name, value)
        break
      case 'length':
        if (length !== undefined || !digits.test(value))
          throw new MalformedResponseError('Content-Length is not one number') // RFC 9112 section 6.3
        if (value.length > maxLengthDigits) throw new MalformedResponseError('Content-Length is too large')
        length = value
        fields.push(name, value)
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
    throw new MalformedResponseError('a transfer coding where there must be none') // section 6.1

  const options = connection === undefined ? undefined : parseConnectionHeader(connection)
  return {
    status,
    headers: options?.named ? withoutNamed(fields, options.named) : fields,
    contentLength: length === undefined ? Number.NaN : Number(length),
    isChunked: coding !== undefined,
    isPersistent: version === '1.1' ? !options?.closes : options?.keeps === true,
    keepAliveSeconds: keepAlive === undefined ? undefined : parseKeepAliveSeconds(keepAlive),
    upgrade,
  }
}

/** Without the fields that `Connection` names as meant for this hop. */
function withoutNamed(fields: readonly string[], named: ReadonlySet<string>): string[] {
  return fields.filter((_, index) => !named.has((fields[index - (index % 2)] as string).toLowerCase()))
}
