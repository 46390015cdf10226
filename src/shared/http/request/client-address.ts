/** The IP address of the client of a request. `X-Forwarded-For` is used only when a trusted proxy sent it. */
import type { IncomingMessage } from 'node:http'

const proxiedAddress = Symbol('client address behind a proxy')

/** Returns the address of the client; undefined after the connection has closed. */
export function findClientAddress(request: IncomingMessage & { [proxiedAddress]?: string }): string | undefined {
  return request[proxiedAddress] ?? request.socket.remoteAddress
}

/** Sets the address of the client of a request that arrived through a trusted proxy. */
export function setClientAddress(request: IncomingMessage & { [proxiedAddress]?: string }, address: string): void {
  request[proxiedAddress] = address
}

/** Returns the network of a client: its IPv4 address, or its IPv6 /64, because a client usually has the whole /64. */
export function clientNetwork(request: IncomingMessage): string {
  return toClientNetwork(findClientAddress(request))
}

/** Returns an address without its zone, and IPv4-mapped IPv6 addresses as IPv4. */
export function normalizeAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '')
}

/** Returns the network of an address, like `clientNetwork`. */
export function toClientNetwork(knownAddress: string | undefined): string {
  const address = normalizeAddress(knownAddress)
  if (!address.includes(':')) return address

  const [head = '', tail] = address.split('::') as [string, string?]
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  const groups = [...before, ...zeros, ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
