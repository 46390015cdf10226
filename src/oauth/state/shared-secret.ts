/** Secrets that all processes of a provider share through the store. */
import { randomBytes } from 'node:crypto'

import type { StateStore } from '../../storage/index.ts'

/** Returns the named secret of 32 bytes as base64url, created once. Reads first: copies have no writes. */
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
