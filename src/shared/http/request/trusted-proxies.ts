/**
 * Reads what trusted proxies say about the client: `X-Forwarded-For`, `-Proto` and `-Host`, or `Forwarded` of RFC 7239.
 * The client has the last address that belongs to no trusted proxy.
 *
 * Any client can send these headers, so the entries to the left of an untrusted address are ignored.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { isNetwork } from '../../lib/text/is-network.ts'
import { normalizeAddress, type ProxiedClient, setProxiedClient } from './client-address.ts'

const maxHops = 32

/** The parameters that one proxy added, by their names of RFC 7239 section 5. */
type Hop = Readonly<Record<string, string | undefined>>

/** Returns a function that notes the client behind a proxy. Throws if an entry is no IP address or CIDR. */
export function buildProxyHeaderReader(entries: readonly string[]): (request: IncomingMessage) => void {
  const isTrusted = buildNetworkCheck(entries)

  return function noteProxiedClient(request) {
    const peer = normalizeAddress(request.socket.remoteAddress)
    if (!isTrusted(peer)) return

    const client: ProxiedClient = { address: peer }
    for (const { for: node = '', proto, host } of listHops(request.headers)) {
      if (/^https?$/i.test(proto ?? '')) client.protocol = proto?.toLowerCase()
      if (/^[\w.:[\]-]+$/.test(host ?? '')) client.host = host
      const address = parseAddress(node)
      if (address === undefined) break
      client.address = address
      if (!isTrusted(address)) break
    }
    setProxiedClient(request, client)
  }
}

/** Returns the hops, the nearest first. A proxy that replaces `X-Forwarded-Proto` or `-Host` leaves one entry there. */
function listHops(headers: IncomingHttpHeaders): Hop[] {
  const { 'x-forwarded-for': nodes, 'x-forwarded-proto': proto, 'x-forwarded-host': host, forwarded } = headers
  // Proxies that write X-Forwarded-For often pass on a Forwarded header of their client.
  if (nodes === undefined && forwarded !== undefined) return splitList(forwarded).map(parseHop)
  const [protocols, hosts] = [splitList(proto), splitList(host)]
  return splitList(nodes).map((node, index) => ({ for: node, proto: protocols[index], host: hosts[index] }))
}

/** Returns the last entries of a list, the last first. A quote that a client opens cannot hide what a proxy appends. */
function splitList(field: string | string[] = ''): string[] {
  const entries = String(field).split(',').slice(-maxHops).reverse()
  return entries.map((entry) => entry.trim())
}

/** Reads an element of `Forwarded`, for example `for="[2001:db8::7]:443";proto=https`. */
function parseHop(element: string): Hop {
  const pairs = element.split(';').map((pair) => /^\s*([\w-]+)=(?:"(.*)"|(\S*))\s*$/.exec(pair) ?? [])
  return Object.fromEntries(pairs.map(([, name = '', quoted, token]) => [name.toLowerCase(), quoted ?? token]))
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
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  return isIP(address) === 0 ? undefined : normalizeAddress(address)
}
