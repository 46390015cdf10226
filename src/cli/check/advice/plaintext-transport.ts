/** Addresses that are reached without encryption, and over a network. */

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** The host and port of such an address, without credentials; undefined for one that is safe, or not known yet. */
export function findPlaintextHost(address: string): string | undefined {
  const [, authority = ''] = /^(?:http|ldap):\/\/([^/?#]+)/i.exec(address) ?? []
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/\$\(.*/, '')
  if (host === '' || loopback.test(host.replace(/:\d*$/, ''))) return undefined
  return host
}
