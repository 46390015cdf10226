/** Gives the portal of a catalog access to the signing keys of its OAuth providers. Changes are in the audit trail. */
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import type { StateStore } from '../../../../shared/storage/index.ts'
import type { Catalog } from '../../../config/types/index.ts'
import { openSigningKeyManager, type SigningKeyManager, SimultaneousRotationError } from '../../../oauth/index.ts'
import type { WriteAuditEntry } from '../../../telemetry/audit/index.ts'
import type { PortalSigningKeys } from '../index.ts'

export interface PortalSigningKeyDeps {
  catalog: Pick<Catalog, 'path' | 'providers'>
  store: StateStore
  clock: Clock
  audit: WriteAuditEntry
}

/** The functions of the result throw for a provider that the catalog does not have. */
export function openPortalSigningKeys({ catalog, store, clock, audit }: PortalSigningKeyDeps): PortalSigningKeys {
  return {
    list: (provider) => open(provider).keys.describe(),

    async rotate(provider, by) {
      const { keys, path, isStored } = open(provider)
      if (!isStored) return { refused: 'keys_elsewhere' }
      try {
        const { kid } = await keys.rotate()
        await audit('portal rotate keys', { provider: path, kid, by })
        return { kid }
      } catch (error) {
        if (error instanceof SimultaneousRotationError) return { refused: 'keys_rotated' }
        throw error
      }
    },

    async remove(provider, kid, by) {
      const { keys, path } = open(provider)
      const kids = (await keys.list()).map((key) => key.kid)
      if (!kids.includes(kid)) return { refused: 'unknown_key' }
      if (kids.at(-1) === kid) return { refused: 'newest_key' }
      await keys.remove(kid)
      await audit('portal remove key', { provider: path, kid, by })
      return { kid }
    },
  }

  function open(name: string): { keys: SigningKeyManager; path: string; isStored: boolean } {
    const settings = catalog.providers.get(name)
    if (!settings) throw new Error(`the catalog ${catalog.path} has no OAuth provider "${name}"`)
    const keys = openSigningKeyManager({ catalog, settings, store, clock })
    const isStored = settings.signingKeys.kind === 'store'
    return { keys, path: `${catalog.path}${settings.basePath}`.slice(1), isStored }
  }
}
