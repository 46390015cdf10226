/** Opens the user registry that the settings configure. */
import { readRegularFile } from '../../../../shared/lib/files/read-regular-file.ts'
import type { Log } from '../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import { emptyUserRegistry, type UserRegistry } from '../../identity/user-registry.ts'
import type { MqwebSettings } from '../../settings/settings.ts'
import { openBasicRegistry } from './basic.ts'
import { openLdapRegistry } from './ldap.ts'
import { openLocalOsRegistry } from './local-os/local-os.ts'
import { openSafRegistry } from './saf/saf.ts'

/** Returns the configured registry, or an empty one. Throws when this process lacks what the registry needs. */
export function openUserRegistry(
  { security, tls }: MqwebSettings,
  deps: { readonly clock: Clock; readonly log: Log },
): UserRegistry {
  const readTrustedCas = async () => tls.trustStore && readRegularFile(tls.trustStore.file).toString()
  const { registry } = security
  switch (registry?.type) {
    case 'basic':
      return openBasicRegistry(registry)
    case 'ldap':
      return openLdapRegistry(registry, { ...deps, readTrustedCas })
    case 'localOS':
      return openLocalOsRegistry(registry, deps)
    case 'saf':
      return openSafRegistry(registry, { ...deps, readTrustedCas })
    case undefined:
      return emptyUserRegistry
  }
}
