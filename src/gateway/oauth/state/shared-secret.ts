/** Secrets that all processes of a provider share through the store. */
import { randomBytes } from 'node:crypto'
import type { StateStore } from '../../../shared/storage/index.ts'

/**
 * Returns the named secret, 32 random bytes as base64url, which the first process creates. Throws when the store fails.
 * Reads first, because an unavailable store has a copy only for reads.
 */
export async function findOrCreateSecret(store: StateStore, kind: string, name: string): Promise<string> {
  let entry = await store.find(kind, name)
  if (!entry) {
    await store.create(kind, name, randomBytes(32).toString('base64url'))
    entry = await store.find(kind, name)
  }
  if (typeof entry?.value !== 'string')
    throw new Error(`the store does not return the secret "${name}" that was just created`)
  return entry.value
}
