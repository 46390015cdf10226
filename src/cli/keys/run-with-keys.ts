/** Opens the keys of a provider in the store, runs a function with them, and closes the store. */
import { openSigningKeyManager, type SigningKeyManager } from '../../oauth/index.ts'
import type { Settings } from '../../runtime/settings/index.ts'
import { openStateStore } from '../../storage/index.ts'
import { openAuditTrail, type WriteAuditEntry } from '../../telemetry/audit/index.ts'
import type { FoundProvider } from '../common/find-provider.ts'

export async function runWithKeys<T>(
  { catalog, settings }: FoundProvider,
  { store: location, audit }: Pick<Settings, 'store' | 'audit'>,
  use: (deps: { keys: SigningKeyManager; audit: WriteAuditEntry; now: number }) => Promise<T>,
): Promise<T> {
  const { store, clock } = await openStateStore(location)
  try {
    const keys = openSigningKeyManager({ catalog, settings, store, clock })
    return await use({ keys, audit: openAuditTrail(audit), now: clock() })
  } finally {
    await store.close()
  }
}
