/** Every type of user registry, opened from its settings. */
import { readFile } from 'node:fs/promises'

import type { Settings } from '../../settings/settings.ts'
import { noRegistry, type UserRegistry } from '../registry.ts'
import { openBasicRegistry } from './basic.ts'
import { openLdapRegistry } from './ldap.ts'

export function openRegistry({ security, tls }: Settings): UserRegistry {
  const { registry } = security
  switch (registry?.type) {
    case 'basic':
      return openBasicRegistry(registry)
    case 'ldap':
      return openLdapRegistry(registry, async () => tls.trustStore && readFile(tls.trustStore.file))
    case undefined:
      return noRegistry
  }
}
