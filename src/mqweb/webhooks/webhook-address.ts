/**
 * Decides to which addresses deliveries may go. A host is resolved once for each connection, which goes to the address that was
 * checked, so that a name cannot resolve to another address afterwards.
 */
import { type LookupAddress, lookup as resolveHost } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildNetworkCheck } from '../../http/request/trusted-proxies.ts'

/** Networks that are not on the public internet (RFC 6890), and those whose addresses contain IPv4 addresses. */
const isInside = buildNetworkCheck([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/3', '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['fc00::/7', 'fe80::/9', 'ff00::/8'],
])

/** `allowedNetworks` returns CIDRs inside the network to which deliveries may go, also by plain HTTP. */
export function buildAddressCheck(allowedNetworks: () => string) {
  function isAllowed(address: string): boolean {
    const entries = allowedNetworks().split(',')
    return buildNetworkCheck(entries.map((each) => each.trim()).filter((each) => each !== ''))(address)
  }

  /** Throws an `Error` unless deliveries may go to the address. */
  function checkAddress(address: string, protocol: string): void {
    if (isAllowed(address)) return
    const allow = 'the property mqRestWebhookAllowedNetworks does not contain it'
    if (isInside(address)) throw new Error(`the host has an address inside the network, and ${allow}`)
    if (protocol !== 'https:') throw new Error(`the host can be reached with https only, because ${allow}`)
  }

  return {
    checkAddress,
    /** Returns the look-up of connections, which fails for a host with an address to which deliveries may not go. */
    buildLookup(protocol: string): LookupFunction {
      return (host, options, callback) => {
        resolveHost(host, { ...options, all: true }, (error, found) => {
          const problem =
            error ?? findProblem(() => found.forEach(({ address }) => void checkAddress(address, protocol)))
          if (problem) return callback(problem, '', 0)
          const [first] = found as [LookupAddress]
          return options.all ? callback(null, found) : callback(null, first.address, first.family)
        })
      }
    },
  }
}

function findProblem(check: () => void): Error | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error as Error
  }
}
