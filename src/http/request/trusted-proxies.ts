/**
 * Callers behind proxies that are trusted: their address is the last one in X-Forwarded-For that no trusted proxy has.
 *
 * Everybody can send the field, so what stands left of an address that is not trusted is not looked at.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

import { normalizeAddress, setClientAddress } from './client-address.ts'

const mostHops = 32

/** Notes the address of the caller on a request, for `remoteAddress`. Throws when an entry is no address or network. */
export function buildForwardedForReader(entries: readonly string[]): (request: IncomingMessage) => void {
  const isTrusted = buildTrustedProxyCheck(entries)

  return function noteCaller(request) {
    const peer = normalizeAddress(request.socket.remoteAddress)
    const field = request.headers['x-forwarded-for']
    if (field === undefined || isIP(peer) === 0 || !isTrusted(peer)) return

    let caller = peer
    for (const entry of String(field).split(',').slice(-mostHops).reverse()) {
      const address = addressIn(entry)
      if (address === undefined) break
      caller = address
      if (!isTrusted(address)) break
    }
    setClientAddress(request, caller)
  }
}

/** Whether an address belongs to a trusted proxy. Throws when an entry is no address or network. */
export function buildTrustedProxyCheck(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => false
  const trusted = new BlockList()
  for (const entry of entries) addTo(trusted, entry)
  return (address) => {
    const plain = normalizeAddress(address)
    const family = isIP(plain)
    return family !== 0 && trusted.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`. */
function addTo(trusted: BlockList, entry: string): void {
  const [address = '', prefix, ...more] = entry.split('/')
  const family = isIP(address)
  const bits = prefix === undefined ? undefined : Number(/^\d{1,3}$/.test(prefix) ? prefix : Number.NaN)
  const most = family === 6 ? 128 : 32
  if (family === 0 || more.length > 0 || (bits !== undefined && !(bits >= 0 && bits <= most)))
    throw new Error(`"${entry}" is no address and no network like 10.0.0.0/8`)
  const name = family === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) trusted.addAddress(address, name)
  else trusted.addSubnet(address, bits, name)
}

/** With or without a port; undefined for anything else, `unknown` among it. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim()
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(address) === 0 ? undefined : normalizeAddress(address)
}
