/** The address that a request comes from, as far as it identifies somebody. */
import type { IncomingMessage } from 'node:http'

/**
 * IPv4 addresses whole; of IPv6 the first 64 bits, because whoever has one such address has them all. Header fields
 * that claim another address are not believed.
 */
export function addressOf({ socket }: IncomingMessage): string {
  return wholeAddress(socket.remoteAddress)
}

/** The same of an address that is known already. */
export function wholeAddress(remoteAddress: string | undefined): string {
  const address = (remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
  if (!address.includes(':')) return address

  const [head = '', tail] = address.split('::') as [string, string?]
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
