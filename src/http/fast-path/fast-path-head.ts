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
  /** A flat list of names and values as they were received, like `rawHeaders` of Node. */
  rawHeaders: string[]
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

/** Parses the bytes before `end`, after the last header's line end. Undefined for a head that the fast path refuses. */
export function parseFastPathHead(bytes: Buffer, end: number): FastPathHead | undefined {
  const text = bytes.toString('latin1', 0, end)
  if (!requestLine.test(text)) return undefined
  const begin = text.indexOf('\r\n') + 2
  const targetAt = text.indexOf(' ') + 1
  const lines = text.slice(begin)
  const copy = (from: number, to: number) =>
    to - from < minSharedLength ? lines.slice(from, to) : copyOf(bytes, begin + from, begin + to)
  const fields = parseHeaderLines(lines, copy)
  if (!fields || fields.length > 2 * maxHeaders) return undefined

  let host: string | undefined
  let length = 0
  let keepsAlive = true
  for (let index = 0; index < fields.length; index += 2) {
    const { name, decidesFraming } = findRequestHeader(fields[index] as string)
    if (isRepeated(fields, index, name)) return undefined
    if (!decidesFraming) continue
    const value = fields[index + 1] as string
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
        length = Number(value)
        break
      default:
        return undefined
    }
  }
  if (host === undefined) return undefined
  return {
    method: text.slice(0, targetAt - 1),
    target: copyOf(bytes, targetAt, begin - endOfRequestLine.length),
    rawHeaders: fields,
    host,
    bodyLength: length,
    keepsAlive,
  }
}

/** Returns whether one of the names before `end` is a spelling of `name`. */
function isRepeated(fields: readonly string[], end: number, name: string): boolean {
  for (let index = 0; index < end; index += 2) {
    const earlier = fields[index] as string
    if (earlier.length === name.length && findRequestHeader(earlier).name === name) return true
  }
  return false
}

/** Returns a text of its own, which a slice is not. */
function copyOf(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to)
}
