/** Secrets that all processes of a provider share through the store. */
import { randomBytes } from 'node:crypto'

import type { StateStore } from '../../storage/index.ts'

/**
 * Returns the secret with a name, 32 random bytes as base64url. The first process creates it. Throws when the
 * store fails.
 */
export async function findOrCreateSecret(store: StateStore, kind: string, name: string): Promise<string> {
  await store.create(kind, name, randomBytes(32).toString('base64url'))
  const entry = await store.find(kind, name)
  if (typeof entry?.value !== 'string')
    throw new Error(`the store does not return the secret "${name}" that was just created`)
  return entry.value
}
