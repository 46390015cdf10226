/** The client of a request: its address, scheme and host. The headers of proxies are used only when a trusted proxy sent them. */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** The client as the outermost trusted proxy saw it. */
export interface ProxiedClient {
  address: string
  /** The scheme, `http` or `https`; undefined where no trusted proxy names it. */
  protocol?: string | undefined
  /** The host with its port; undefined where no trusted proxy names it. */
  host?: string | undefined
}

const proxied = Symbol('client behind a proxy')
type ClientRequest = IncomingMessage & { [proxied]?: ProxiedClient }

/** Sets the client of a request that arrived through a trusted proxy. */
export function setProxiedClient(request: ClientRequest, client: ProxiedClient): void {
  request[proxied] = client
}

/** Returns the client of a request that arrived through a trusted proxy. */
export function findProxiedClient(request: ClientRequest): ProxiedClient | undefined {
  return request[proxied]
}

/** Returns the address of the client; undefined after the connection has closed. */
export function findClientAddress(request: IncomingMessage): string | undefined {
  return findProxiedClient(request)?.address ?? request.socket.remoteAddress
}

/** Returns the host, with its port, that the client asked for. */
export function findClientHost(request: IncomingMessage): string | undefined {
  return findProxiedClient(request)?.host ?? request.headers.host
}

/** Returns whether the client uses TLS, here or to a trusted proxy. */
export function isClientEncrypted(request: IncomingMessage): boolean {
  const protocol = findProxiedClient(request)?.protocol
  return protocol ? protocol === 'https' : (request.socket as Partial<TLSSocket>).encrypted === true
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
