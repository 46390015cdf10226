/** What later revisions go on with: credentials and keys that were fetched, circuit breakers, verified tokens. */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import { getOrCreate, type MapLike } from '../../../shared/lib/collections/get-or-create.ts'

/** The values by their kind and what they depend on. */
export type LastingState = MapLike<string, object>

/** What was not asked for longest makes room: an API that is not built yet may still ask for its own. */
export function openLastingState(): LastingState {
  return new LRUCache<string, object>(limitEntries(10_000))
}

/** Returns the value of an earlier revision that depends on the same things, `on`, or a new one. */
export function findLasting<V extends object>(state: LastingState, kind: string, on: unknown, create: () => V): V {
  return getOrCreate(state, `${kind} ${JSON.stringify(on)}`, create) as V
}
