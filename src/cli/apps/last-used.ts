/** When the secrets of an application were last used, as the gateway has noted it in the state file. */
import { access } from 'node:fs/promises'
import { join } from 'node:path'

import type { Catalog, Credential } from '../../config/types/index.ts'
import { readLastSecretUses } from '../../consumers/index.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { openSqliteStore } from '../../storage/index.ts'

/** For each credential the last use of each of its secrets, newest secret first; undefined where no gateway ever ran. */
export type LastUsedReader = (
  catalog: Pick<Catalog, 'path'>,
  credentials: readonly Credential[],
) => Promise<(number | undefined)[][] | undefined>

/** Reads beside a gateway that runs over the folder. */
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

/** `last used 2026-01-31 12:00 UTC`, `not used yet`; empty where nothing is known. */
export function renderLastUsed(uses: readonly (number | undefined)[] | undefined, index: number): string {
  if (!uses) return 'last use unknown'
  const at = uses[index]
  if (at === undefined) return 'not used yet'
  return `last used ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
