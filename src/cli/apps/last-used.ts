/** Reads from the store when the secrets of applications were last used. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'

import type { Catalog, Credential } from '../../config/types/index.ts'
import { readLastSecretUses } from '../../consumers/index.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { openSqliteStore } from '../../storage/index.ts'

/**
 * Returns, for each credential, the last use of each of its secrets, newest secret first; undefined when no
 * gateway has run.
 */
export type LastUsedReader = (
  catalog: Pick<Catalog, 'path'>,
  credentials: readonly Credential[],
) => Promise<(number | undefined)[][] | undefined>

/** Opens the reader. It works beside a running gateway. */
export function openLastUsedReader(dataFolder: string): LastUsedReader {
  const file = join(dataFolder, 'gateway.sqlite')

  return async function readLastUsed({ path }, credentials) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    )
    if (!isThere) return undefined
    const store = await openSqliteStore({ file, clock: systemClock })
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
