/** Finds URLs that are reached over a network without encryption. */

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Returns host and port, no credentials, of a plaintext URL; undefined when encrypted, local or not known yet. */
export function findPlaintextHost(address: string): string | undefined {
  const [, authority = ''] = /^(?:http|ldap):\/\/([^/?#]+)/i.exec(address) ?? []
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/\$\(.*/, '')
  if (host === '' || loopback.test(host.replace(/:\d*$/, ''))) return undefined
  return host
}
