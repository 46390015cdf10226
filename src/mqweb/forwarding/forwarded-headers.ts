/**
 * The headers of a forwarded request and of its response. Requests are sent without the headers of one connection (RFC
 * 9110 section 7.6.1), and without credentials and origin, which this server has checked. Responses return with those
 * that handlers set; the others are added here.
 */
import type { IncomingHttpHeaders } from 'node:http'

import { forwardedCallerHeader } from './forwarded-caller.ts'

const connectionHeaders = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['content-length', 'expect'],
]
const omittedFromRequests = new Set([
  ...connectionHeaders,
  ...['host', 'accept-encoding', 'authorization', 'cookie', 'origin', 'referer', forwardedCallerHeader],
  ...['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-user'],
])
const returned = /^(content-(type|disposition)|location|etag|allow|retry-after|(ibm|vendor)-mq-.*)$/

export function forwardableRequestHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !omittedFromRequests.has(name)) found[name] = value
  return found
}

export function returnableResponseHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const found = Object.entries(headers).filter(([name, value]) => value !== undefined && returned.test(name))
  return Object.fromEntries(found.map(([name, value]) => [name, String(value)]))
}
