/** The last rejected calls of each application, for the portal. Only a rejection costs anything. */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { RejectedCall } from '../../contract/access/explanation.ts'

const maxPerApplication = 50
const maxApplications = 500

type Ring = { calls: RejectedCall[]; next: number }

export function openRecentRejections() {
  const rings = new LRUCache<string, Ring>(limitEntries(maxApplications))
  const keyOf = (catalog: string, application: string) => `${catalog} ${application}`

  return {
    add(catalog: string, application: string, call: RejectedCall): void {
      const ring = getOrCreate<string, Ring>(rings, keyOf(catalog, application), () => ({ calls: [], next: 0 }))
      ring.calls[ring.next] = call
      ring.next = (ring.next + 1) % maxPerApplication
    },
    /** Returns the calls of an application of the catalog, in no particular order. */
    list: (catalog: string, application: string): RejectedCall[] => [
      ...(rings.get(keyOf(catalog, application))?.calls ?? []),
    ],
  }
}
