/**
 * Finds the client address of requests that arrive through trusted proxies: the last address in X-Forwarded-For
 * that belongs to no trusted proxy.
 *
 * Any client can send this header, so the entries to the left of an untrusted address are ignored.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { isNetwork } from '../../lib/text/is-network.ts'
import { normalizeAddress, setClientAddress } from './client-address.ts'

const maxHops = 32

/** Returns a function that sets the address of `findClientAddress`. Throws if an entry is no IP address or CIDR. */
export function buildForwardedForReader(entries: readonly string[]): (request: IncomingMessage) => void {
  const isTrusted = buildNetworkCheck(entries)

  return function setClientAddressFromProxy(request) {
    const peer = normalizeAddress(request.socket.remoteAddress)
    const field = request.headers['x-forwarded-for']
    if (field === undefined || !isTrusted(peer)) return

    let client = peer
    for (const entry of String(field).split(',').slice(-maxHops).reverse()) {
      const address = parseAddress(entry)
      if (address === undefined) break
      client = address
      if (!isTrusted(address)) break
    }
    setClientAddress(request, client)
  }
}

/** Returns a test whether an IP address is in the networks. Throws for an entry that is no IP address or CIDR. */
export function buildNetworkCheck(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => false
  const trusted = new BlockList()
  for (const entry of entries) addEntry(trusted, entry)
  return (address) => {
    const normal = normalizeAddress(address)
    return trusted.check(normal, isIP(normal) === 6 ? 'ipv6' : 'ipv4') // false for what is no address
  }
}

/** Adds an entry such as `10.0.0.1`, `10.0.0.0/8` or `fd00::/8`. */
function addEntry(trusted: BlockList, entry: string): void {
  if (!isNetwork(entry)) throw new Error(`"${entry}" is neither an IP address nor a CIDR such as 10.0.0.0/8`)
  const [address = '', prefix] = entry.split('/')
  const name = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (prefix === undefined) trusted.addAddress(address, name)
  else trusted.addSubnet(address, Number(prefix), name)
}

/** Returns the address of an entry with or without a port; undefined for anything else, for example `unknown`. */
function parseAddress(entry: string): string | undefined {
  const text = entry.trim()
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(address) === 0 ? undefined : normalizeAddress(address)
}
