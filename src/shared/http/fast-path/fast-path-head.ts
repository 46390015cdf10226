/**
 * Parses request heads of the form that almost all requests have: HTTP/1.1, origin form, exactly one Host, a body
 * of known length or none, no upgrade, no expectation, and no header twice.
 *
 * Such a head has only one interpretation (RFC 9112 sections 3, 6 and 11.2). Every other head is left to Node's
 * parser, which also produces the errors.
 */
import { cacheBySpelling } from '../../lib/headers/cache-by-spelling.ts'
import { isHostWithPort } from '../inbound/check-head.ts'
import { parseHeaderLines } from '../message/header-lines.ts'
import { fastPathMethods } from './head-prefix.ts'

export interface FastPathHead {
  method: string
  /** The request target in origin form: the path and the query. */
  target: string
  headers: FastPathHeaders
}

export interface FastPathHeaders {
  /** The header lines as they were received. */
  lines: string
  /** A flat list of names and values as they were received, like `rawHeaders` of Node. */
  rawHeaders: readonly string[]
  /** The value of Host. */
  host: string
  /** The length of the body in bytes. */
  bodyLength: number
  /** Whether the connection stays open after the response. */
  keepsAlive: boolean
}

export interface RequestHeader {
  /** The name in lower case. */
  readonly name: string
  /** Whether the header determines the framing of the message or the fate of the connection. */
  readonly decidesFraming: boolean
}

const framing =
  /^(?:host|connection|proxy-connection|content-length|transfer-encoding|upgrade|expect|trailer|te|http2-settings)$/

/** Returns the header that a spelling of its name stands for. Equal names are the same string, so that comparing is cheap. */
export const findRequestHeader = cacheBySpelling(
  (name): RequestHeader => ({ name, decidesFraming: framing.test(name) }),
)

const requestLine = new RegExp(`^(?:${fastPathMethods.join('|')}) /[!$-~]* HTTP/1\\.1\\r\\n`)
const endOfRequestLine = ' HTTP/1.1\r\n'
const maxHeaders = 64
/** V8 copies shorter slices of a text; a longer one keeps the whole text in memory for as long as it is used. */
const minSharedLength = 13

/**
 * Parses the bytes before `end`, after the last header's line end. Undefined for a head that the fast path refuses.
 * `previous` are the headers of the request before, which most clients repeat: equal lines are not parsed again.
 */
export function parseFastPathHead(bytes: Buffer, end: number, previous?: FastPathHeaders): FastPathHead | undefined {
  const text = bytes.toString('latin1', 0, end)
  if (!requestLine.test(text)) return undefined
  const begin = text.indexOf('\r\n') + 2
  const targetAt = text.indexOf(' ') + 1
  const lines = text.slice(begin)
  const headers = previous?.lines === lines ? previous : parseHeaders(lines, bytes, begin)
  return (
    headers && {
      method: text.slice(0, targetAt - 1),
      target: bytes.toString('latin1', targetAt, begin - endOfRequestLine.length), // not a slice, which keeps the whole text
      headers,
    }
  )
}

/** Parses header lines, which begin at `begin` of the bytes. */
function parseHeaders(lines: string, bytes: Buffer, begin: number): FastPathHeaders | undefined {
  const copy = (from: number, to: number) =>
    to - from < minSharedLength ? lines.slice(from, to) : bytes.toString('latin1', begin + from, begin + to)
  const rawHeaders = parseHeaderLines(lines, copy)
  if (!rawHeaders || rawHeaders.length > 2 * maxHeaders) return undefined

  let host: string | undefined
  let bodyLength = 0
  let keepsAlive = true
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const { name, decidesFraming } = findRequestHeader(rawHeaders[index] as string)
    if (isRepeated(rawHeaders, index, name)) return undefined
    if (!decidesFraming) continue
    const value = rawHeaders[index + 1] as string
    switch (name) {
      case 'host':
        if (!isHostWithPort(value)) return undefined
        host = value
        break
      case 'connection':
        keepsAlive = value === 'keep-alive' || value === 'Keep-Alive'
        if (!keepsAlive && value !== 'close') return undefined
        break
      case 'content-length':
        if (!/^\d{1,15}$/.test(value)) return undefined
        bodyLength = Number(value)
        break
      default:
        return undefined
    }
  }
  return host === undefined ? undefined : { lines, rawHeaders, host, bodyLength, keepsAlive }
}

/** Returns whether one of the names before `end` is a spelling of `name`. */
function isRepeated(fields: readonly string[], end: number, name: string): boolean {
  for (let index = 0; index < end; index += 2) {
    const earlier = fields[index] as string
    if (earlier.length === name.length && findRequestHeader(earlier).name === name) return true
  }
  return false
}
