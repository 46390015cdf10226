/** Opens the keys of a provider in the store of a data folder, runs a function with them, and closes the store. */
import { join } from 'node:path'
import { systemClock } from '../../lib/time/clock.ts'
import { openSigningKeyManager, type SigningKeyManager } from '../../oauth/index.ts'
import { openSqliteStore } from '../../storage/index.ts'
import { openAuditTrail, type WriteAuditEntry } from '../../telemetry/audit/index.ts'
import type { FoundProvider } from '../common/find-provider.ts'

export async function runWithKeys<T>(
  { catalog, settings }: FoundProvider,
  dataFolder: string,
  use: (deps: { keys: SigningKeyManager; audit: WriteAuditEntry; now: number }) => Promise<T>,
): Promise<T> {
  const store = await openSqliteStore({ file: join(dataFolder, 'gateway.sqlite'), clock: systemClock })
  try {
    const keys = openSigningKeyManager({ catalog, settings, store, clock: systemClock })
    return await use({ keys, audit: openAuditTrail(dataFolder), now: systemClock() })
  } finally {
    await store.close()
  }
}
