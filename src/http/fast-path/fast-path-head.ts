/**
 * The head of a request in the form that almost every request has: HTTP/1.1 in origin form, with one Host, a body of
 * known length or none, nothing to switch or to wait for, and no field twice.
 *
 * Of such a head there is one reading only (RFC 9112 sections 3, 6 and 11.2). Whatever differs in the least is left to
 * the complete parser, which also knows how to refuse.
 */
import { isHostWithPort } from '../inbound/check-head.ts'
import { parseHeaderLines } from '../message/header-lines.ts'

export interface FastPathHead {
  method: string
  /** In origin form: the path and the query. */
  target: string
  /** Names and values in turn, as they were written. */
  rawHeaders: string[]
  /** Bytes of the body. */
  bodyLength: number
}

const requestLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[!$-~]*) HTTP\/1\.1\r\n/
/** Fields that decide how far the message reaches and what becomes of the connection. */
const framing =
  /^(?:host|connection|proxy-connection|content-length|transfer-encoding|upgrade|expect|trailer|te|http2-settings)$/i
const maxHeaders = 64

/** Reads the bytes from the first to the line end of the last field. Undefined: in doubt. */
export function parseFastPathHead(bytes: Buffer, end: number): FastPathHead | undefined {
  const text = bytes.toString('latin1', 0, end)
  const line = requestLine.exec(text)
  if (!line) return undefined
  const [{ length: begin }, method = '', target = ''] = line
  const fields = parseHeaderLines(text.slice(begin), (from, to) => copyOf(bytes, begin + from, begin + to))
  if (!fields || fields.length > 2 * maxHeaders || hasRepeated(fields)) return undefined

  let hosts = 0
  let length = 0
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] as string
    if (!framing.test(name)) continue
    const value = fields[index + 1] as string
    switch (name.toLowerCase()) {
      case 'host':
        if (!isHostWithPort(value)) return undefined
        hosts += 1
        break
      case 'connection':
        if (value !== 'keep-alive' && value !== 'Keep-Alive') return undefined
        break
      case 'content-length':
        if (!/^\d{1,15}$/.test(value)) return undefined
        length = Number(value)
        break
      default:
        return undefined
    }
  }
  if (hosts === 0) return undefined
  const targetAt = method.length + 1
  return {
    method,
    target: copyOf(bytes, targetAt, targetAt + target.length),
    rawHeaders: fields,
    bodyLength: length,
  }
}

/** A text of its own: what is remembered of a request must not keep all of its head in memory. */
function copyOf(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to)
}

function hasRepeated(fields: readonly string[]): boolean {
  for (let index = 2; index < fields.length; index += 2) {
    const name = fields[index] as string
    for (let before = 0; before < index; before += 2) {
      const other = fields[before] as string
      if (other.length === name.length && other.toLowerCase() === name.toLowerCase()) return true
    }
  }
  return false
}
