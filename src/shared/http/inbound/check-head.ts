/** Checks what RFC 9112 requires of a head and Node does not check: version, one valid Host, known expectation. */
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { ProtocolError } from '../message/protocol-error.ts'

export interface CheckHeadOptions {
  /** Leaves requests without a Host header, or with several, to the handler, which rejects them itself. */
  acceptsMissingHost: boolean
}

/** Registered names and IPv4 addresses with an optional port: RFC 3986 section 3.2.2. */
const regName = /^(?:[A-Za-z0-9._~!$&'()*+;=-]|%[0-9A-Fa-f]{2})+(?::\d{0,5})?$/
const ipLiteral = /^\[([0-9A-Fa-f:.]+)\](?::\d{0,5})?$/

const errors = {
  version: { status: 505, text: 'The version of HTTP must be 1.1 or 1.0' },
  hostMissing: { status: 400, text: 'The request has no Host header' },
  hostRepeated: { status: 400, text: 'The request has more than one Host header' },
  hostInvalid: { status: 400, text: 'The Host header must be a host name or an IP address, with an optional port' },
} as const satisfies Record<string, ProtocolError>

export const unknownExpectationError: ProtocolError = { status: 417, text: 'The Expect header must be 100-continue' }

export const connectUnsupportedError: ProtocolError = {
  status: 501,
  text: 'The method CONNECT is not supported: this server is not a forward proxy',
}

/** Returns the error of a request head; undefined for a valid one. */
export function checkHead(
  request: IncomingMessage,
  { acceptsMissingHost }: CheckHeadOptions,
): ProtocolError | undefined {
  const { httpVersionMajor, httpVersionMinor } = request
  if (httpVersionMajor !== 1 || httpVersionMinor > 1) return errors.version

  const host = request.headers.host // the first one
  if (host === undefined) return acceptsMissingHost || httpVersionMinor === 0 ? undefined : errors.hostMissing
  if (!isHostWithPort(host)) return errors.hostInvalid
  return acceptsMissingHost || countHosts(request.rawHeaders) === 1 ? undefined : errors.hostRepeated
}

/** Returns what is wrong with `:authority` or Host in HTTP/2 (RFC 9113 section 8.3.1); undefined when valid. */
export function checkAuthority(authority: string | undefined, host: string | undefined): ProtocolError | undefined {
  if (authority !== undefined && host !== undefined && authority !== host) return errors.hostRepeated
  const given = authority ?? host
  if (given === undefined) return errors.hostMissing
  return isHostWithPort(given) ? undefined : errors.hostInvalid
}

/** The last valid host. Most requests have the same Host as the one before. */
let latestHost = ''

/** Returns whether a text is a host with an optional port: RFC 9112 section 3.2. */
export function isHostWithPort(text: string): boolean {
  if (text === latestHost) return true
  const [, address] = ipLiteral.exec(text) ?? []
  if (!regName.test(text) && (address === undefined || !isIPv6(address))) return false
  latestHost = text
  return true
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if ((rawHeaders[index] as string).toLowerCase() === 'host') count += 1
  }
  return count
}
