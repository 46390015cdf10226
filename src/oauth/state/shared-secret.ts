/** Secrets of a provider that every process must share: made once, by whoever comes first. */
import { randomBytes } from 'node:crypto'

import type { StateStore } from '../../storage/index.ts'

/** The secret of a name, 32 random bytes as base64url. */
export async function findOrCreateSecret(store: StateStore, kind: string, name: string): Promise<string> {
  await store.create(kind, name, randomBytes(32).toString('base64url'))
  const entry = await store.find(kind, name)
  if (!entry) throw new Error(`the store lost the secret "${name}" that it was just given`)
  return entry.value as string
}
