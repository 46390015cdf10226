/** LDAP registries: a directory verifies the password by a bind. RFC 4511. */

import { waitUntilAborted } from '../../lib/time/until-aborted.ts'
import { openSemaphore } from '../../security/index.ts'
import { parseTlsProfileName } from '../contract/tls-profile.ts'
import {
  defaultCredential,
  defineUserRegistryType,
  RegistryUnavailableError,
} from '../contract/user-registry.ts'
import { type Directory, withDirectory } from './connection.ts'
import { findFilterFaults } from './filter-faults.ts'
import { ldapSettings } from './ldap-settings.ts'
import { normalizeUserName } from './names.ts'
import { buildLdapSignIn } from './sign-in.ts'

/** The maximum number of concurrent connections, and of sign-ins that wait for one. */
const maxConnections = 32
const maxWaiting = 512

/** The user registry type `ldap`. */
export const ldapRegistryType = defineUserRegistryType({
  type: 'ldap',
  settings: ldapSettings,
  faults: ({ configuration }) => findFilterFaults(configuration),

  open({ endpoint, configuration }, { name: registry, caseSensitive, log, tls }) {
    const unavailable = (reason: string, cause?: unknown) =>
      new RegistryUnavailableError(`registry ${registry}: ${reason}`, { cause })

    const profile = parseTlsProfileName(endpoint)
    const directory: Directory = { url: endpoint.endpoint, tls: profile ? tls(profile) : undefined }
    const signIn = buildLdapSignIn(configuration, log)
    const inTurn = openSemaphore({
      maxRunning: maxConnections,
      maxWaiting,
      createOverflowError: () => unavailable(`${maxWaiting} sign-ins are already waiting for the directory`),
    })
    let closed = false

    if (isPlain(directory))
      log.warn('passwords are sent to the directory without TLS; use ldaps:// or a TLS profile')

    return {
      async authenticate(name, password, { signal } = {}) {
        if (closed) throw unavailable('it is closed')
        if (signal?.aborted) throw unavailable('the caller of the sign-in disconnected')

        // RFC 4513 section 5.1.2: a bind without a password succeeds for every name, and proves nothing.
        const prepared = normalizeUserName(name)
        if (prepared === undefined || password === '' || password.includes('\0')) return undefined

        const limit = AbortSignal.timeout(endpoint.timeout * 1000)
        const end = signal ? AbortSignal.any([limit, signal]) : limit
        const asked = inTurn(() =>
          withDirectory(directory, end, (client) => signIn(client, prepared, password)),
        )
        const found = await waitUntilAborted(end, asked).catch((cause) => {
          if (limit.aborted)
            throw unavailable(`the directory did not respond within ${endpoint.timeout} s`, cause)
          if (signal?.aborted) throw unavailable('the caller of the sign-in disconnected', cause)
          if (cause instanceof RegistryUnavailableError) throw cause
          throw unavailable(`the request to the directory failed: ${reasonOf(cause)}`, cause)
        })
        return found === undefined ? undefined : { name, credential: defaultCredential(found, caseSensitive) }
      },

      async close() {
        closed = true // the connections of running sign-ins end with them
      },
    }
  },
})

/** Returns whether passwords are readable on the network: no TLS, and the directory is not on this machine. */
function isPlain({ url, tls }: Directory): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'ldap:' && !tls && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}

function reasonOf(cause: NodeJS.ErrnoException): string {
  return cause.message || String(cause.code ?? cause.name)
}
