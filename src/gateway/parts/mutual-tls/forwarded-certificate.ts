/**
 * The header `X-Forwarded-Client-Cert` as Envoy defines it: an element for each hop, separated by commas, of pairs
 * `Key=Value`, separated by semicolons. Values with one of `,;=` are quoted, with a backslash before each quote.
 */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'

/** What a proxy says about a client certificate, by key: `hash`, `cert`, `chain`, `subject`, `uri`, `dns`. */
export type ForwardedCertificate = ReadonlyMap<string, readonly string[]>

/** One pair with what ends it. The pattern is sticky, so that text between pairs is no element. */
const pair = /\s*([a-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;]*))\s*([,;]|$)/iy

/**
 * Returns the last element, which the nearest proxy has written about its own client; undefined for a malformed
 * header. The whole header is read from its start, so that a quote in an earlier element cannot hide a later one.
 */
export function parseForwardedCertificate(header: string): ForwardedCertificate | undefined {
  let element = new Map<string, string[]>()
  let isNewElement = false
  let end = 0
  while (end < header.length) {
    pair.lastIndex = end
    const [text, key = '', quoted, plain = '', separator] = pair.exec(header) ?? []
    if (text === undefined) return undefined
    if (isNewElement) element = new Map()
    const name = key.toLowerCase()
    getOrCreate(element, name, () => []).push(quoted?.replace(/\\(.)/g, '$1') ?? plain.trim())
    isNewElement = separator === ','
    end = pair.lastIndex
    if (end === header.length && separator !== '') return undefined
  }
  return element.size > 0 ? element : undefined
}

/** Returns the header for an upstream. Pairs without a value are left out. */
export function renderForwardedCertificate(
  pairs: readonly (readonly [key: string, value: string | undefined])[],
): string {
  return pairs
    .flatMap(([key, value]) => (value ? `${key}=${/^[\w:./-]+$/.test(value) ? value : quote(value)}` : []))
    .join(';')
}

function quote(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}
