/** The address that a request comes from. Fields that claim another one are believed of trusted proxies alone. */
import type { IncomingMessage } from 'node:http'

const behindProxy = Symbol('address of the caller')

/** The address of the caller; undefined once the connection is gone. */
export function findClientAddress(request: IncomingMessage & { [behindProxy]?: string }): string | undefined {
  return request[behindProxy] ?? request.socket.remoteAddress
}

/** Says that a request comes from elsewhere than its connection does. */
export function setClientAddress(
  request: IncomingMessage & { [behindProxy]?: string },
  address: string,
): void {
  request[behindProxy] = address
}

/**
 * The address as far as it identifies somebody: IPv4 addresses whole; of IPv6 the first 64 bits, because whoever has
 * one such address has them all.
 */
export function clientNetwork(request: IncomingMessage): string {
  return toClientNetwork(findClientAddress(request))
}

/** Without the zone, and IPv4 as such. */
export function normalizeAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

/** The same of an address that is known already. */
export function toClientNetwork(known: string | undefined): string {
  const address = normalizeAddress(known)
  if (!address.includes(':')) return address

  const [head = '', tail] = address.split('::') as [string, string?]
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
