/**
 * The fields of an upstream's answer that a caller gets.
 *
 * Hop-by-hop fields end here: RFC 9110 section 7.6.1.
 */
import type { IncomingHttpHeaders } from 'node:http'

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authentication-info',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id', // the gateway's own stands in its place
])

/** Names and values in turn; a field that came several times stays several fields. */
export function answerHeaders(headers: IncomingHttpHeaders): string[] {
  const named = namedBy(headers.connection)
  const kept: string[] = []
  for (const name in headers) {
    if (hopByHop.has(name) || named?.has(name)) continue
    const value = headers[name]
    if (typeof value === 'string') kept.push(name, value)
    else if (value) for (const each of value) kept.push(name, each)
  }
  return kept
}

/** The fields that `Connection` names as meant for this hop only. */
function namedBy(connection: string | string[] | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined
  return new Set(
    String(connection)
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
}
