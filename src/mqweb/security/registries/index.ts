/** Opens the user registry that the settings configure. */
import { readFile } from 'node:fs/promises'
import { emptyUserRegistry, type UserRegistry } from '../../identity/user-registry.ts'
import type { MqwebSettings } from '../../settings/settings.ts'
import { openBasicRegistry } from './basic.ts'
import { openLdapRegistry } from './ldap.ts'

/** Returns the configured user registry, or an empty one. It connects on first use. */
export function openUserRegistry({ security, tls }: MqwebSettings): UserRegistry {
  const { registry } = security
  switch (registry?.type) {
    case 'basic':
      return openBasicRegistry(registry)
    case 'ldap':
      return openLdapRegistry(registry, async () => tls.trustStore && readFile(tls.trustStore.file, 'utf8'))
    case undefined:
      return emptyUserRegistry
  }
}
