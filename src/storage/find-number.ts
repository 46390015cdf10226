/** Reads counters and times. */
import type { StateStore } from './state-store.ts'

/** Returns the value of an entry that is a number, or undefined when there is none. Throws when the store fails. */
export async function findNumber(store: StateStore, kind: string, key: string): Promise<number | undefined> {
  const value = (await store.find(kind, key))?.value
  return typeof value === 'number' ? value : undefined
}
