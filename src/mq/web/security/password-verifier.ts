/** Verifies passwords of clients of queue managers with the registry of `mqwebuser.xml`, without the web server. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { PasswordVerifier } from '../../manager/index.ts'
import { findUserRoles } from '../identity/roles.ts'
import type { UserRegistry } from '../identity/user-registry.ts'
import { openSettingsSource, type SettingsSourceOptions } from '../settings/source.ts'
import { createCredentialVerifier } from './credential-verifier.ts'
import { openUserRegistry } from './registries/index.ts'

export interface PasswordVerifierOptions extends Omit<SettingsSourceOptions, 'onChange'> {
  readonly clock: Clock
  readonly openRegistry?: typeof openUserRegistry
}

export interface OpenedPasswordVerifier {
  /**
   * Reads the settings at the first call and follows their changes. Users with the role MQWebAdmin are privileged.
   * Rejects when the settings are invalid or the registry does not respond.
   */
  readonly verify: PasswordVerifier
  close(): Promise<void>
}

export function openPasswordVerifier(options: PasswordVerifierOptions): OpenedPasswordVerifier {
  const { log, clock, openRegistry = openUserRegistry } = options
  let opened: Promise<Opened> | undefined

  async function open(): Promise<Opened> {
    const settings = await openSettingsSource({
      ...options,
      async onChange(now) {
        const before = registry
        registry = openRegistry(now, options)
        credentials.forgetVerified()
        await before.close()
      },
    })
    let registry: UserRegistry
    try {
      registry = openRegistry(settings.current(), options)
    } catch (error) {
      settings.close()
      throw error
    }
    const credentials = createCredentialVerifier(() => registry, clock, log)
    return { settings, credentials, registry: () => registry }
  }

  /** Opens the settings at the first call, and again after each call that failed. */
  function openOnce(): Promise<Opened> {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }

  return {
    async verify(name, password, address) {
      const { settings, credentials, registry } = await openOnce()
      const user = await credentials.verify(name, password, address)
      if (!user) return undefined
      const roles = findUserRoles(user, registry().realm, settings.current().security.bindings.rest)
      return { name: user.name, groups: user.groups, privileged: roles.has('MQWebAdmin') }
    },

    async close() {
      const last = await opened?.catch(() => undefined)
      last?.settings.close()
      await last?.registry().close()
    },
  }
}

interface Opened {
  readonly settings: Awaited<ReturnType<typeof openSettingsSource>>
  readonly credentials: ReturnType<typeof createCredentialVerifier>
  registry(): UserRegistry
}
