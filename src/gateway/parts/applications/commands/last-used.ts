/** Reads from the store when the secrets of applications were last used. */
import { openExistingStateStore, type StateStoreLocation } from '../../../../shared/storage/index.ts'
import type { Catalog, Credential } from '../../../config/types/index.ts'
import { readLastSecretUses } from '../../../consumers/index.ts'

/** Returns the last uses of each credential's secrets, newest secret first; undefined when no gateway has run. */
export type LastUsedReader = (
  catalog: Pick<Catalog, 'path'>,
  credentials: readonly Credential[],
) => Promise<(number | undefined)[][] | undefined>

/** Opens the reader. It works beside a running gateway. */
export function openLastUsedReader(location: StateStoreLocation): LastUsedReader {
  return async function readLastUsed({ path }, credentials) {
    const opened = await openExistingStateStore(location)
    if (!opened) return undefined
    const { store } = opened
    try {
      return await Promise.all(credentials.map((each) => readLastSecretUses(store, path, each)))
    } finally {
      await store.close()
    }
  }
}

/** Returns `last used 2026-01-31 12:00 UTC`, `not used yet` or `last use unknown`. */
export function renderLastUsed(uses: readonly (number | undefined)[] | undefined, index: number): string {
  if (!uses) return 'last use unknown'
  const at = uses[index]
  if (at === undefined) return 'not used yet'
  return `last used ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
