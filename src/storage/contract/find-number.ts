/** Reads counters and times. */
import type { CounterStore } from './counter-store.ts'

/** Returns the value of an entry that is a number, or undefined when there is none. Throws when the store fails. */
export async function findNumber(
  store: Pick<CounterStore, 'find'>,
  kind: string,
  key: string,
): Promise<number | undefined> {
  const value = (await store.find(kind, key))?.value
  return typeof value === 'number' ? value : undefined
}
